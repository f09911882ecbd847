/* caipan: games of xiangqi judged. Made of src/ffi/mod.rs by cbindgen. */

#ifndef CAIPAN_H
#define CAIPAN_H

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Judges a game.

 `fen` is the position it starts from, NULL for the usual one. `moves` are its moves in any notation, with blanks or
 commas between them; it may be empty, but not NULL. `rules` is the name of a rule set: cn2011, cn2020, axf, computer,
 sky, check-only or none; NULL is cn2011.

 Gives the JSON object that `caipan judge --jsonl` answers, with the `id` "game"; what cannot be judged gives
 `{"id": "game", "error": {"kind": "...", "message": "..."}}`, of the kind field, fen, move or rules; a fault of caipan's
 own is of the kind internal and has the `id` null. It is never NULL, and caipan_free frees it.

 # Safety
 Each argument is NULL, or points to a text with a zero byte at its end that nobody changes during the call.
 */
char *caipan_judge(const char *fen,
                   const char *moves,
                   const char *rules);

/*
 Judges a game told as JSON.

 `record` is one line of what `caipan judge --jsonl` reads, and `rules` the name of a rule set as for caipan_judge.

 Gives the object that `caipan judge --jsonl` answers to this line alone, its errors included; where no rule set has the
 name, an error of the kind rules. It is never NULL, and caipan_free frees it.

 # Safety
 Each argument is NULL, or points to a text with a zero byte at its end that nobody changes during the call.
 */
char *caipan_judge_record(const char *record,
                          const char *rules);

/*
 Frees what caipan_judge or caipan_judge_record gave; NULL is passed over.

 # Safety
 `answer` is NULL, or comes from one of these functions of the same library and was not freed yet.
 */
void caipan_free(char *answer);

/*
 Gives the version of the library, as "1.2.3"; it is not to be freed.
 */
const char *caipan_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CAIPAN_H */
