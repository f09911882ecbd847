/* Judges a game through the dynamic library and writes the JSON: judge RULES MOVES [FEN] */

#include <stdio.h>

#include "caipan.h"

int main(int count, char **words) {
    if (count < 3 || count > 4) {
        fprintf(stderr, "caipan %s; expected RULES MOVES [FEN]\n", caipan_version());
        return 2;
    }
    char *judgement = caipan_judge(count == 4 ? words[3] : NULL, words[2], words[1]);
    puts(judgement);
    caipan_free(judgement);
    return 0;
}
