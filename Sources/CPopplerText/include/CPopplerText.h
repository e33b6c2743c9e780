// The characters of a PDF's pages in the order that poppler puts their words in, and its information as it is written.
//
// poppler-glib gives a page's text only as what a mouse would select from corner to corner. On pages that run from right
// to left that leaves out the first and last lines of blocks. poppler-cpp has every word. Its functions throw, so they are
// called from here, where nothing is thrown. The same with dates: poppler-glib has them only as it reads them.

#ifndef CPOPPLERTEXT_H
#define CPOPPLERTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A character; those of a word follow each other from left to right, whichever way they are read.
typedef struct {
    /// A Unicode scalar value.
    uint32_t scalar;
    /// The number of its word on the page, from 0.
    uint32_t word;
    /// Quarter turns clockwise that the word's line is turned by, 0 to 3.
    int32_t rotation;
    /// Whether a space belongs between its word and the next one on the line.
    bool has_space_after;
    /// Points from the upper left corner of the page.
    double left, top, right, bottom;
} docsearch_character;

/// Opens a PDF in memory that stays where it is until the document is closed. The password may be null. Null when the PDF
/// cannot be opened, also for lack of memory.
void *docsearch_text_open(const char *bytes, size_t count, const char *password);

void docsearch_text_close(void *document);

/// An entry of the document information dictionary as it is written, in UTF-8: where it is not UTF-16, each byte is one
/// character, U+0000 to U+00FF. The caller frees it. Null when there is none or it cannot be had.
char *docsearch_text_information(void *document, const char *key);

/// The characters of a page, by its number from 0. The caller frees them. Null when there are none or they cannot be had.
docsearch_character *docsearch_text_characters(void *document, int page, size_t *count);

/// The text of a page, by its number from 0, in its media box (ISO 32000-1, 14.11.2), with annotations, in UTF-8. Null when
/// the crop box is as large, or the text cannot be had. The caller frees it.
char *docsearch_text_of_media_box(void *document, int page);

/// The same in its crop box.
char *docsearch_text_of_crop_box(void *document, int page);

#ifdef __cplusplus
}
#endif

#endif
