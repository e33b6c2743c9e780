// The language of a text, by CLD2. Its functions are C++ and may throw, so they are called from here, where nothing is
// thrown.

#ifndef CTEXTLANGUAGE_H
#define CTEXTLANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    /// As CLD2 names it (BCP 47, with `iw` for `he` and `jw` for `jv`), with a zero behind it.
    char code[16];
    /// Percent of the letters.
    int share;
    /// UTF-8 bytes of letters in the text.
    int letter_bytes;
} docsearch_language;

/// The language that has most of a text in UTF-8. False when it is not certain, or cannot be found out.
bool docsearch_identify_language(const char *text, size_t count, docsearch_language *found);

#ifdef __cplusplus
}
#endif

#endif
