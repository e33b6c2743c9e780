#include "CTextLanguage.h"

// CLD2's header names FILE and does not include this.
#include <cstdio>
#include <cstring>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

bool docsearch_identify_language(const char *text, size_t count, docsearch_language *found)
{
    memset(found, 0, sizeof *found);
    if (count > CLD2::kMaxResultChunkBytes) return false;
    try {
        const CLD2::CLDHints hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
        CLD2::Language languages[3];
        int shares[3];
        double scores[3];
        bool is_certain = false;
        int valid_bytes = 0;
        CLD2::ExtDetectLanguageSummaryCheckUTF8(
            text, static_cast<int>(count), true, &hints, 0, languages, shares, scores, nullptr,
            &found->letter_bytes, &is_certain, &valid_bytes);
        if (!is_certain || languages[0] == CLD2::UNKNOWN_LANGUAGE) return false;
        strncpy(found->code, CLD2::LanguageCode(languages[0]), sizeof found->code - 1);
        found->share = shares[0];
        return true;
    } catch (...) {
        return false;
    }
}
