// Values of positions from a data folder of Shuban.
//
//     cc program.c libshuban_c.a -lpthread -ldl -lm
//
// Made of crates/shuban-c/src/lib.rs by cbindgen.

#ifndef SHUBAN_H
#define SHUBAN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// An open data folder. One thread at a time may use it. Open a folder once: the rules stay in memory.
typedef struct ShubanFolder ShubanFolder;

// The value of a position for the player to move.
typedef struct ShubanValue {
  // The value: of a game with dice the expected result, from -1 to 1, in the middle of its bounds.
  double value;
  // The proven lower bound; of an exact value the value itself.
  double lower;
  // The proven upper bound.
  double upper;
} ShubanValue;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Opens a data folder. Returns NULL if `path` is NULL or not UTF-8; a folder that is not there has no layers.
//
// # Safety
// `path` is NULL or a text that ends with a zero.
struct ShubanFolder *shuban_open(const char *path);

// Writes the value of a position to `value`. `name` is a layer (`half-gammon/contact-3-3`) or a game, of which
// the smallest built layer answers. Returns true on success; else `shuban_error` has the reason.
//
// # Safety
// `folder` comes from `shuban_open` and was not closed; `name` and `position` are texts that end with a zero;
// `value` points to room for one. If any is NULL nothing is done.
bool shuban_probe(struct ShubanFolder *folder,
                  const char *name,
                  const char *position,
                  struct ShubanValue *value);

// Returns the answer about a position as JSON, as `shuban probe --json` prints it: with all moves; in games with
// dice those of `roll`, which may be NULL, and the best of the others. `shuban_free` frees it. Returns NULL on
// failure: `shuban_error` has the reason.
//
// # Safety
// As of `shuban_probe`.
char *shuban_answer(struct ShubanFolder *folder,
                    const char *name,
                    const char *position,
                    const char *roll);

// Returns the reason of the last failure, until the next call with this folder; an empty text if there was none.
//
// # Safety
// `folder` is NULL, or comes from `shuban_open` and was not closed.
const char *shuban_error(const struct ShubanFolder *folder);

// Frees a text of `shuban_answer`; NULL is allowed.
//
// # Safety
// `answer` is NULL, or comes from `shuban_answer` and was not freed.
void shuban_free(char *answer);

// Closes a folder; NULL is allowed.
//
// # Safety
// `folder` is NULL, or comes from `shuban_open` and was not closed.
void shuban_close(struct ShubanFolder *folder);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SHUBAN_H */
