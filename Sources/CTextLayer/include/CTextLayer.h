// Adds invisible text to the pages of a PDF, by libqpdf. Its C interface writes to a named file or to memory alone, and
// a reader may not open a file and should not hold a book in memory. Its C++ functions throw, so they are called from
// here, where nothing is thrown.

#ifndef CTEXTLAYER_H
#define CTEXTLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The name of the font of all texts. Programs know by `GlyphLess` that its letters have no shapes, and docsearch by the rest
/// that all that recognition finds on the page is in its text already.
#define DOCSEARCH_LAYER_FONT "DocSearchGlyphLessFont"

typedef enum {
    DOCSEARCH_LAYER_DONE = 0,
    /// The password does not open the PDF.
    DOCSEARCH_LAYER_LOCKED,
    DOCSEARCH_LAYER_DAMAGED,
    /// The output cannot be written, see errno in the message.
    DOCSEARCH_LAYER_OUTPUT,
    DOCSEARCH_LAYER_MEMORY,
} docsearch_layer_status;

/// Writes the PDF of a page from 0 with one image: sets `bytes` and `count`, which stay valid until the next call. False
/// when it cannot be had.
typedef bool (*docsearch_layer_image)(void *context, int page, const void **bytes, size_t *count);

typedef struct docsearch_layer_pdf docsearch_layer_pdf;

/// Null for lack of memory. `docsearch_layer_close` frees it.
docsearch_layer_pdf *docsearch_layer_new(void);

void docsearch_layer_close(docsearch_layer_pdf *pdf);

/// The reason for the last status other than DOCSEARCH_LAYER_DONE; never null.
const char *docsearch_layer_reason(docsearch_layer_pdf *pdf);

/// The first thing that libqpdf repaired; empty when it had nothing to repair.
const char *docsearch_layer_repair(docsearch_layer_pdf *pdf);

/// Reads a PDF from an open file, which is read where it is needed and stays open until the PDF is closed. The password
/// may be empty.
docsearch_layer_status docsearch_layer_read_file(
    docsearch_layer_pdf *pdf, int descriptor, int64_t count, const char *password);

/// The same from memory that stays where it is.
docsearch_layer_status docsearch_layer_read_bytes(
    docsearch_layer_pdf *pdf, const void *bytes, size_t count, const char *password);

/// Begins a PDF of page images. Each is asked for twice: now for its page, and when the PDF is written for its bytes.
docsearch_layer_status docsearch_layer_read_images(
    docsearch_layer_pdf *pdf, int count, docsearch_layer_image image, void *context);

int docsearch_layer_page_count(docsearch_layer_pdf *pdf);
bool docsearch_layer_is_encrypted(docsearch_layer_pdf *pdf);
bool docsearch_layer_is_signed(docsearch_layer_pdf *pdf);

/// The font of all texts, by the beginning of its name in the resources of pages, which the number of a variant from 0
/// follows. The variants differ in ascent and descent, two numbers each in thousandths of the size. They share a TrueType
/// font with one empty glyph, the map from codes to characters, that from codes to glyphs, the codes of narrow characters,
/// and the greatest number of a glyph. Characters are half as wide as the size of the font, narrow ones a quarter.
docsearch_layer_status docsearch_layer_set_font(
    docsearch_layer_pdf *pdf, const char *name, const int32_t *edges, size_t variants, const void *font,
    size_t font_count, const void *characters, size_t characters_count, const void *encoding, size_t encoding_count,
    const int32_t *narrow, size_t narrow_count, int last_code);

/// Puts a text in front of the content of a page, by its number from 0. Its operators are in points from the lower left
/// corner of the page as shown, turned by so many quarters clockwise. With `hides_others`, programs take no other text from
/// the page; `is_hidden` is false where the page's own content is too damaged to hide it.
/// `is_as_shown` says whether the page has this size in points; if not, nothing is added.
docsearch_layer_status docsearch_layer_add(
    docsearch_layer_pdf *pdf, int page, double width, double height, int turns, bool hides_others, const void *text,
    size_t count, bool *is_as_shown, bool *is_hidden);

/// Writes the PDF, without encryption, from the file's position on.
docsearch_layer_status docsearch_layer_write(docsearch_layer_pdf *pdf, int descriptor);

#ifdef __cplusplus
}
#endif

#endif
