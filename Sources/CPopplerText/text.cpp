#include "CPopplerText.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <poppler-document.h>
#include <poppler-page.h>

// UTF-16 to scalar values; a lone surrogate becomes U+FFFD.
static std::vector<uint32_t> scalars(const poppler::ustring &text)
{
    std::vector<uint32_t> result;
    result.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const uint32_t unit = text[i];
        if (unit < 0xD800 || unit > 0xDFFF) {
            result.push_back(unit);
        } else if (unit < 0xDC00 && i + 1 < text.size() && text[i + 1] >= 0xDC00 && text[i + 1] <= 0xDFFF) {
            result.push_back(0x10000 + ((unit - 0xD800) << 10) + (text[++i] - 0xDC00));
        } else {
            result.push_back(0xFFFD);
        }
    }
    return result;
}

void *docsearch_text_open(const char *bytes, size_t count, const char *password)
{
    if (count > INT_MAX) {
        return nullptr;
    }
    try {
        const std::string key = password ? password : "";
        std::unique_ptr<poppler::document> document(
            poppler::document::load_from_raw_data(bytes, static_cast<int>(count), key, key));
        return document && !document->is_locked() ? document.release() : nullptr;
    } catch (...) {
        return nullptr;
    }
}

void docsearch_text_close(void *document)
{
    delete static_cast<poppler::document *>(document);
}

char *docsearch_text_information(void *document, const char *key)
{
    try {
        const poppler::byte_array text = static_cast<poppler::document *>(document)->info_key(key).to_utf8();
        return text.empty() ? nullptr : strndup(text.data(), text.size());
    } catch (...) {
        return nullptr;
    }
}

// How many points the media box reaches beyond the crop box at an edge; parts of a point are rounding.
static int margin(double points)
{
    return points >= 1 ? static_cast<int>(std::ceil(std::min(points, 100000.0))) : 0;
}

// The media box in whole points from the upper left corner of the crop box, on the page as it is shown.
static poppler::rectf media_box(const poppler::page &page)
{
    const poppler::rectf media = page.page_rect(poppler::media_box);
    const poppler::rectf crop = page.page_rect(poppler::crop_box);
    // Counterclockwise from the left. The boxes count from the lower left corner.
    const int margins[] = { margin(crop.left() - media.left()), margin(crop.top() - media.top()),
                            margin(media.right() - crop.right()), margin(media.bottom() - crop.bottom()) };
    const poppler::page::orientation_enum orientation = page.orientation();
    const int turns = orientation == poppler::page::landscape ? 1
        : orientation == poppler::page::upside_down           ? 2
        : orientation == poppler::page::seascape              ? 3
                                                              : 0;
    const auto edge = [&](int index) { return margins[(index + turns) % 4]; };
    const bool is_turned = turns % 2 == 1;
    const double width = std::min(100000.0, is_turned ? crop.height() : crop.width());
    const double height = std::min(100000.0, is_turned ? crop.width() : crop.height());
    const int left = edge(0), bottom = edge(1), right = edge(2), top = edge(3);
    if (left + bottom + right + top == 0) {
        return poppler::rectf();
    }
    return poppler::rectf(-left, -top, left + std::ceil(width) + right, top + std::ceil(height) + bottom);
}

static char *text(const poppler::page &page, const poppler::rectf &area)
{
    const poppler::byte_array text = page.text(area, poppler::page::non_raw_non_physical_layout).to_utf8();
    return text.empty() ? nullptr : strndup(text.data(), text.size());
}

char *docsearch_text_of_media_box(void *document, int page)
{
    try {
        std::unique_ptr<poppler::page> opened(static_cast<poppler::document *>(document)->create_page(page));
        const poppler::rectf media = opened ? media_box(*opened) : poppler::rectf();
        return media.is_empty() ? nullptr : text(*opened, media);
    } catch (...) {
        return nullptr;
    }
}

char *docsearch_text_of_crop_box(void *document, int page)
{
    try {
        std::unique_ptr<poppler::page> opened(static_cast<poppler::document *>(document)->create_page(page));
        // An empty area is the whole crop box.
        return opened ? text(*opened, poppler::rectf()) : nullptr;
    } catch (...) {
        return nullptr;
    }
}

docsearch_character *docsearch_text_characters(void *document, int page, size_t *count)
{
    *count = 0;
    try {
        std::unique_ptr<poppler::page> opened(static_cast<poppler::document *>(document)->create_page(page));
        if (!opened) {
            return nullptr;
        }
        std::vector<docsearch_character> characters;
        uint32_t number = 0;
        for (const poppler::text_box &word : opened->text_list()) {
            const std::vector<uint32_t> text = scalars(word.text());
            for (size_t i = 0; i < text.size(); ++i) {
                // Beyond the last character's box there is one without an extent.
                const poppler::rectf box = word.char_bbox(i);
                characters.push_back({ text[i], number, word.rotation(), word.has_space_after(), box.left(), box.top(),
                                       box.right(), box.bottom() });
            }
            ++number;
        }
        if (characters.empty()) {
            return nullptr;
        }
        auto *result = static_cast<docsearch_character *>(std::malloc(characters.size() * sizeof(docsearch_character)));
        if (result) {
            std::copy(characters.begin(), characters.end(), result);
            *count = characters.size();
        }
        return result;
    } catch (...) {
        return nullptr;
    }
}
