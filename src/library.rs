//! The dynamic library as the tests find it beside them; `scripts/build-library` builds the one to give away.

use caipan as _;
