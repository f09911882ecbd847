//! The server: a listener on this computer alone, and what each call leads to.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use parking_lot::Mutex;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task;
use tokio::time::{sleep, timeout};

use super::door::Door;
use super::live::Live;
use super::refusal::{Refusal, json};
use super::{asset, judge, line, request_body};
use crate::text::excerpt;

/// The port where none is asked for.
pub const DEFAULT_PORT: u16 = 9010;

/// Connections at once; more wait to be accepted.
const MOST_CONNECTIONS: usize = 1000;

/// Connections that wait to be accepted: beyond them the system resets those that have much to send.
const MOST_WAITING: u32 = 4096;

/// Requests that are worked on at once.
const MOST_AT_ONCE: usize = 64;

/// How long a request waits to be one of them.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a connection may be silent before a request.
const SILENCE: Duration = Duration::from_secs(20);

/// How long answers that are on their way are waited for at the end.
const FAREWELL: Duration = Duration::from_secs(3);

/// The bytes of a request before its body.
const MOST_HEADER_BYTES: usize = 64 << 10;

/// The headers of every answer: nothing foreign is loaded, and no other page shows or reads it.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (header::CACHE_CONTROL, "no-store"),
];

/// What all calls share.
#[derive(Clone, Debug)]
pub(super) struct Application {
    door: Arc<Door>,
    at_once: Arc<Semaphore>,
    live: Option<Arc<Mutex<Live>>>,
}

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    application: Application,
    stop: Arc<Notify>,
}

impl Server {
    /// Takes a port of 127.0.0.1, any free one for 0. `names` are hosts that requests may be meant for beside this
    /// computer; `live` is a match to be shown.
    ///
    /// # Errors
    /// Tells what the system says, as that the port is in use.
    pub fn bind(port: u16, names: Vec<String>, live: Option<Live>) -> io::Result<Self> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(threads)
            .build()?;
        let listener = runtime.block_on(async { listen(port) })?;
        let address = listener.local_addr()?;
        let application = Application {
            door: Arc::new(Door::new(address.port(), names)),
            at_once: Arc::new(Semaphore::new(MOST_AT_ONCE)),
            live: live.map(|live| Arc::new(Mutex::new(live))),
        };
        Ok(Self {
            runtime,
            listener,
            address,
            application,
            stop: Arc::default(),
        })
    }

    /// Gives the address with the port that was taken.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Gives what ends the server, from any thread.
    pub fn stopper(&self) -> impl Fn() + Send + Sync + 'static + use<> {
        let stop = Arc::clone(&self.stop);
        move || stop.notify_one()
    }

    /// Serves until it is stopped, and then for a moment to finish the answers that are due.
    pub fn run(self) {
        let Self {
            runtime,
            listener,
            application,
            stop,
            ..
        } = self;
        runtime.block_on(serve(listener, application.router(), &stop));
        runtime.shutdown_background();
    }
}

async fn serve(listener: TcpListener, router: Router, stop: &Notify) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .max_buf_size(MOST_HEADER_BYTES);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let connections = GracefulShutdown::new();
    let mut stopped = pin!(stop.notified());
    loop {
        let (stream, place) = tokio::select! {
            () = &mut stopped => break,
            accepted = accept(&listener, &places) => accepted,
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = connections.watch(connection);
        task::spawn(async move {
            // Who breaks off has nobody to be told.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, connections.shutdown()).await;
}

/// Takes a port of 127.0.0.1.
fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // A port that was left a moment ago is free; on Windows this would share one that is in use.
    socket.set_reuseaddr(cfg!(unix))?;
    socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
    socket.listen(MOST_WAITING)
}

/// Waits for a place and for someone to take it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            // Whoever went away is no loss; where the system has no more files, some will be closed.
            Err(error) => {
                log::debug!("no connection: {error}");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

impl Application {
    fn router(self) -> Router {
        let mut router = Router::new()
            .route("/judge", post(judge::judge))
            .route("/line", post(line::line))
            .route("/read", post(line::read))
            .route("/match.json", get(live_json));
        for asset in asset::all() {
            let content_type = [(header::CONTENT_TYPE, asset.content_type)];
            let answer = move || async move { (content_type, asset.text) };
            router = router.route(asset.path, get(answer));
        }
        router
            .fallback(no_path)
            .method_not_allowed_fallback(no_method)
            .layer(middleware::from_fn_with_state(self.clone(), admit))
            .with_state(self)
    }

    /// Answers a request by work on its body, which may take its time.
    pub(super) async fn answer(
        &self,
        body: Body,
        work: impl FnOnce(Vec<u8>) -> Result<Response, Refusal> + Send + 'static,
    ) -> Result<Response, Refusal> {
        let place = timeout(PATIENCE, Arc::clone(&self.at_once).acquire_owned()).await;
        let Ok(Ok(place)) = place else {
            request_body::forget(body).await;
            let message = format!("{MOST_AT_ONCE} requests are being answered; ask again later");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return Err(Refusal::new(status, "busy", message));
        };
        let body = request_body::read(body).await?;
        let work = move || {
            let answer = work(body);
            drop(place);
            answer
        };
        let worked = task::spawn_blocking(work).await;
        worked.unwrap_or_else(|_| {
            let message = "caipan failed, which is a fault of its own; standard error tells where";
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Err(Refusal::new(status, "internal", message))
        })
    }
}

/// Lets a request in, and gives the answer its headers.
async fn admit(State(application): State<Application>, request: Request, next: Next) -> Response {
    let mut response = match application.door.admit(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            request_body::forget(request.into_body()).await;
            refusal.into_response()
        }
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

async fn no_path(uri: Uri) -> Refusal {
    let message = format!(
        "found \"{}\", expected / or /match for a browser, /judge for a program",
        excerpt(uri.path(), 60)
    );
    Refusal::new(StatusCode::NOT_FOUND, "path", message)
}

async fn no_method(method: Method, uri: Uri) -> Refusal {
    let message = format!(
        "found {} {}, expected POST for what is asked with a body, else GET",
        excerpt(method.as_str(), 20),
        excerpt(uri.path(), 60)
    );
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}

/// Tells how the match stands.
async fn live_json(State(application): State<Application>) -> Result<Response, Refusal> {
    let Some(live) = application.live.clone() else {
        let message = "no match is watched; caipan serve --match JOURNAL watches one";
        return Err(Refusal::new(StatusCode::NOT_FOUND, "path", message));
    };
    let work = move |_| {
        let mut live = live.lock();
        live.refresh().map_err(|error| {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Refusal::new(status, "file", error.to_string())
        })?;
        Ok(json(live.to_json().to_string()))
    };
    application.answer(Body::empty(), work).await
}
