#include "CTextLayer.h"

// libqpdf 11 asks each program which of its old pointers it uses: none.
#define POINTERHOLDER_TRANSITION 4

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <qpdf/Buffer.hh>
#include <qpdf/InputSource.hh>
#include <qpdf/Pipeline.hh>
#include <qpdf/Pl_Buffer.hh>
#include <qpdf/Pl_Flate.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <qpdf/QUtil.hh>

namespace {

struct OutputFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A part of an open file at a time, so that memory does not depend on its size.
class File : public InputSource {
public:
    File(int descriptor, qpdf_offset_t count) : descriptor(descriptor), count(count), part(1 << 16) {}

    qpdf_offset_t findAndSkipNextEOL() override
    {
        for (char c; position < count; ++position) {
            if (!byte(position, c)) break;
            if (c != '\r' && c != '\n') continue;
            const qpdf_offset_t end = position;
            while (position < count && byte(position, c) && (c == '\r' || c == '\n')) ++position;
            return end;
        }
        return position;
    }
    std::string const &getName() const override { return name; }
    qpdf_offset_t tell() override { return position; }
    void seek(qpdf_offset_t offset, int whence) override
    {
        const qpdf_offset_t target = offset + (whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : count);
        if (target < 0) throw std::runtime_error("a position before the beginning");
        position = target;
    }
    void rewind() override { position = 0; }
    size_t read(char *buffer, size_t length) override
    {
        last_offset = position;
        size_t done = 0;
        while (done < length && position < count) {
            if (!load(position)) break;
            const size_t offset = static_cast<size_t>(position - start);
            const size_t some = std::min(length - done, loaded - offset);
            memcpy(buffer + done, part.data() + offset, some);
            done += some;
            position += static_cast<qpdf_offset_t>(some);
        }
        return done;
    }
    void unreadCh(char) override { if (position > 0) --position; }

private:
    bool byte(qpdf_offset_t at, char &c)
    {
        if (!load(at)) return false;
        c = part[static_cast<size_t>(at - start)];
        return true;
    }
    bool load(qpdf_offset_t at)
    {
        if (at >= start && at < start + static_cast<qpdf_offset_t>(loaded)) return true;
        loaded = 0;
        ssize_t got;
        do got = pread(descriptor, part.data(), part.size(), at); while (got < 0 && errno == EINTR);
        if (got < 0) throw std::runtime_error(std::string("the file cannot be read: ") + strerror(errno));
        start = at;
        loaded = static_cast<size_t>(got);
        return got > 0;
    }

    int descriptor;
    qpdf_offset_t count, position = 0, start = 0;
    size_t loaded = 0;
    std::vector<char> part;
    std::string name = "PDF";
};

/// Throws nothing while libqpdf writes: it flushes in destructors as well, where an exception ends the process.
class Output : public Pipeline {
public:
    explicit Output(int descriptor) : Pipeline("output", nullptr), descriptor(descriptor) { part.reserve(size); }
    void write(unsigned char const *data, size_t count) override
    {
        if (part.size() + count > size) flush();
        if (count >= size) return writeAll(data, count);
        part.insert(part.end(), data, data + count);
    }
    void finish() override { flush(); }
    /// Throws when something could not be written.
    void check() const
    {
        if (failure != 0) throw OutputFailure(strerror(failure));
    }

private:
    void flush()
    {
        writeAll(part.data(), part.size());
        part.clear();
    }
    void writeAll(unsigned char const *data, size_t count)
    {
        while (count > 0 && failure == 0) {
            const ssize_t done = ::write(descriptor, data, count);
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) {
                failure = done < 0 ? errno : EIO;
                return;
            }
            data += done;
            count -= static_cast<size_t>(done);
        }
    }

    static constexpr size_t size = 1 << 16;
    int descriptor;
    int failure = 0;
    std::vector<unsigned char> part;
};

struct Images {
    docsearch_layer_image image;
    void *context;
};

/// The PDF of one page image.
std::shared_ptr<QPDF> imagePDF(Images const &images, int page)
{
    const void *bytes = nullptr;
    size_t count = 0;
    if (!images.image(images.context, page, &bytes, &count)) throw std::runtime_error("a page image cannot be read");
    auto pdf = QPDF::create();
    pdf->setSuppressWarnings(true);
    pdf->processMemoryFile("image", static_cast<const char *>(bytes), count);
    return pdf;
}

QPDFObjectHandle imageOf(QPDF &pdf)
{
    QPDFObjectHandle page = pdf.getAllPages().at(0);
    return page.getKey("/Resources").getKey("/XObject").getKey("/I");
}

/// Fetches the bytes of an image when they are written, so that one image at a time is in memory.
class ImageBytes : public QPDFObjectHandle::StreamDataProvider {
public:
    ImageBytes(Images images, int page) : images(images), page(page) {}
    void provideStreamData(QPDFObjGen const &, Pipeline *pipeline) override
    {
        auto pdf = imagePDF(images, page);
        imageOf(*pdf).pipeStreamData(pipeline, 0, qpdf_dl_none);
    }

private:
    Images images;
    int page;
};

std::string deflated(const void *bytes, size_t count)
{
    std::string result;
    Pl_Buffer buffer("deflated");
    Pl_Flate::setCompressionLevel(9);
    Pl_Flate flate("deflate", &buffer, Pl_Flate::a_deflate);
    flate.write(static_cast<const unsigned char *>(bytes), count);
    flate.finish();
    auto data = buffer.getBufferSharedPointer();
    result.assign(reinterpret_cast<const char *>(data->getBuffer()), data->getSize());
    return result;
}

struct Box {
    double left, bottom, right, top;
};

bool boxOf(QPDFObjectHandle array, Box &box)
{
    if (!array.isArray() || array.getArrayNItems() != 4) return false;
    double values[4];
    for (int i = 0; i < 4; ++i)
        if (!array.getArrayItem(i).getValueAsNumber(values[i]) || !std::isfinite(values[i])) return false;
    box = {std::min(values[0], values[2]), std::min(values[1], values[3]),
           std::max(values[0], values[2]), std::max(values[1], values[3])};
    return box.right > box.left && box.top > box.bottom;
}

/// The part of the page that is shown (ISO 32000-1, 14.11.2), as poppler has it.
Box shownBox(QPDFPageObjectHelper &page)
{
    Box media, crop;
    if (!boxOf(page.getAttribute("/MediaBox", false), media)) media = {0, 0, 612, 792};
    if (!boxOf(page.getAttribute("/CropBox", false), crop)) return media;
    Box both = {std::max(media.left, crop.left), std::max(media.bottom, crop.bottom),
                std::min(media.right, crop.right), std::min(media.top, crop.top)};
    return both.right > both.left && both.top > both.bottom ? both : media;
}

/// Quarter turns clockwise.
int quarterTurns(QPDFPageObjectHelper &page)
{
    long long degrees = 0;
    if (!page.getAttribute("/Rotate", false).getValueAsInt(degrees)) return 0;
    return static_cast<int>(((degrees % 360) + 360) % 360 / 90);
}

/// From points on the page as shown to those of the page.
std::string matrix(Box const &box, int turns)
{
    const double steps[4][4] = {{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}};
    const double corners[4][2] = {
        {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    std::string result;
    for (double value : steps[turns]) result += QUtil::double_to_string(value, 1) + " ";
    for (double value : corners[turns]) result += QUtil::double_to_string(value, 3) + " ";
    return result + "cm";
}

/// The fields of a form. They may be few objects that refer to each other in endless ways, so all visits count.
struct Fields {
    std::set<QPDFObjGen> seen;
    long visits = 0;
};

/// Throws where there are more fields than can be looked at.
bool hasSignature(QPDFObjectHandle field, bool isSignature, int depth, Fields &fields)
{
    if (++fields.visits > 1000000 || depth > 50) throw std::runtime_error("the PDF has too many fields");
    if (!field.isDictionary()) return false;
    if (field.isIndirect() && !fields.seen.insert(field.getObjGen()).second) return false;
    auto type = field.getKey("/FT");
    if (type.isName()) isSignature = type.getName() == "/Sig";
    if (isSignature && field.getKey("/V").isDictionary()) return true;
    auto kids = field.getKey("/Kids");
    if (!kids.isArray()) return false;
    for (int i = 0; i < kids.getArrayNItems(); ++i)
        if (hasSignature(kids.getArrayItem(i), isSignature, depth + 1, fields)) return true;
    return false;
}

bool hasSignature(QPDF &pdf, std::vector<QPDFObjectHandle> const &pages)
{
    Fields seen;
    auto root = pdf.getRoot();
    auto permissions = root.getKey("/Perms");
    if (permissions.isDictionary() && !permissions.getKeys().empty()) return true;
    auto form = root.getKey("/AcroForm");
    if (form.isDictionary()) {
        // ISO 32000-1, 12.7.2: the second flag says that the file may only be appended to.
        long long flags = 0;
        if (form.getKey("/SigFlags").getValueAsInt(flags) && (flags & 2) != 0) return true;
        auto fields = form.getKey("/Fields");
        if (fields.isArray())
            for (int i = 0; i < fields.getArrayNItems(); ++i)
                if (hasSignature(fields.getArrayItem(i), false, 0, seen)) return true;
    }
    for (auto page : pages) {
        auto annotations = page.isDictionary() ? page.getKey("/Annots") : QPDFObjectHandle::newNull();
        if (!annotations.isArray()) continue;
        for (int i = 0; i < annotations.getArrayNItems(); ++i)
            if (hasSignature(annotations.getArrayItem(i), false, 0, seen)) return true;
    }
    return false;
}

/// Counts marked-content sequences (ISO 32000-1, 14.6).
class MarkedContent : public QPDFObjectHandle::TokenFilter {
public:
    void handleToken(QPDFTokenizer::Token const &token) override
    {
        if (token.isWord("BMC") || token.isWord("BDC")) ++depth;
        if (token.isWord("EMC") && --depth < 0) isBroken = true;
    }
    bool isBalanced() const { return depth == 0 && !isBroken; }

private:
    long depth = 0;
    bool isBroken = false;
};

/// Whether a sequence around the page's content ends where that ends. An operator too many would end it before.
bool isBalanced(QPDFPageObjectHelper &page)
{
    try {
        MarkedContent own;
        page.filterContents(&own);
        bool result = own.isBalanced();
        page.forEachFormXObject(true, [&](QPDFObjectHandle &form, QPDFObjectHandle &, std::string const &) {
            if (!result) return;
            MarkedContent inner;
            QPDFPageObjectHelper(form).filterContents(&inner);
            result = inner.isBalanced();
        });
        return result;
    } catch (std::bad_alloc const &) {
        throw;
    } catch (std::exception const &) {
        // A part of the content cannot be decoded.
        return false;
    }
}

} // namespace

struct docsearch_layer_pdf {
    std::shared_ptr<QPDF> pdf;
    std::vector<QPDFObjectHandle> pages;
    QPDFObjectHandle fonts, end;
    std::string reason, repair;

    template <typename Work>
    docsearch_layer_status attempt(Work work)
    {
        try {
            work();
            return DOCSEARCH_LAYER_DONE;
        } catch (OutputFailure const &error) {
            return failed(DOCSEARCH_LAYER_OUTPUT, error.what());
        } catch (QPDFExc const &error) {
            const bool isLocked = error.getErrorCode() == qpdf_e_password;
            return failed(
                isLocked ? DOCSEARCH_LAYER_LOCKED : DOCSEARCH_LAYER_DAMAGED, error.getMessageDetail().c_str());
        } catch (std::bad_alloc const &) {
            return failed(DOCSEARCH_LAYER_MEMORY, "");
        } catch (std::exception const &error) {
            return failed(DOCSEARCH_LAYER_DAMAGED, error.what());
        } catch (...) {
            return failed(DOCSEARCH_LAYER_DAMAGED, "an unknown error");
        }
    }

    void begin()
    {
        pages.clear();
        fonts = QPDFObjectHandle();
        end = QPDFObjectHandle();
        pdf = QPDF::create();
        pdf->setSuppressWarnings(true);
    }

    /// Old programs made keys of passwords in the encodings of their time.
    template <typename Read>
    docsearch_layer_status read(const char *password, Read process)
    {
        return attempt([&] {
            const auto forms = QUtil::possible_repaired_encodings(password);
            for (size_t number = 0; number < forms.size(); ++number) {
                begin();
                try {
                    process(forms[number].c_str());
                    break;
                } catch (QPDFExc const &error) {
                    if (error.getErrorCode() != qpdf_e_password || number + 1 == forms.size()) throw;
                }
            }
            pages = pdf->getAllPages();
            heed();
        });
    }

    void heed()
    {
        if (!pdf) return;
        auto warnings = pdf->getWarnings();
        if (repair.empty() && !warnings.empty()) repair = warnings.front().getMessageDetail();
    }

    QPDFObjectHandle stream(std::string const &dictionary, const void *bytes, size_t count)
    {
        auto stream = QPDFObjectHandle::newStream(pdf.get(), deflated(bytes, count));
        stream.replaceDict(QPDFObjectHandle::parse(dictionary));
        stream.getDict().replaceKey("/Filter", QPDFObjectHandle::newName("/FlateDecode"));
        return stream;
    }

    /// Puts the fonts into the page's resources, which may be those of other pages, too: more names in them change
    /// nothing. The names are new.
    void offerFonts(QPDFPageObjectHelper &page)
    {
        auto resources = page.getAttribute("/Resources", false);
        if (!resources.isDictionary()) {
            resources = QPDFObjectHandle::newDictionary();
            page.getObjectHandle().replaceKey("/Resources", resources);
        }
        auto known = resources.getKey("/Font");
        if (!known.isDictionary()) return resources.replaceKey("/Font", fonts);
        if (known.getObjGen() == fonts.getObjGen()) return;
        for (auto const &name : fonts.getKeys()) known.replaceKey(name, fonts.getKey(name));
    }

private:
    docsearch_layer_status failed(docsearch_layer_status status, const char *why) noexcept
    {
        try {
            reason = why;
        } catch (...) {
            // There is no memory for it.
            reason.clear();
        }
        return status;
    }
};

docsearch_layer_pdf *docsearch_layer_new(void) { return new (std::nothrow) docsearch_layer_pdf; }

void docsearch_layer_close(docsearch_layer_pdf *pdf) { delete pdf; }

const char *docsearch_layer_reason(docsearch_layer_pdf *pdf) { return pdf->reason.c_str(); }

const char *docsearch_layer_repair(docsearch_layer_pdf *pdf) { return pdf->repair.c_str(); }

docsearch_layer_status docsearch_layer_read_file(
    docsearch_layer_pdf *pdf, int descriptor, int64_t count, const char *password)
{
    return pdf->read(password, [&](const char *form) {
        pdf->pdf->processInputSource(std::make_shared<File>(descriptor, count), form);
    });
}

docsearch_layer_status docsearch_layer_read_bytes(
    docsearch_layer_pdf *pdf, const void *bytes, size_t count, const char *password)
{
    return pdf->read(password, [&](const char *form) {
        pdf->pdf->processMemoryFile("PDF", static_cast<const char *>(bytes), count, form);
    });
}

docsearch_layer_status docsearch_layer_read_images(
    docsearch_layer_pdf *pdf, int count, docsearch_layer_image image, void *context)
{
    return pdf->attempt([&] {
        pdf->begin();
        pdf->pdf->emptyPDF();
        const Images images = {image, context};
        QPDFPageDocumentHelper document(*pdf->pdf);
        for (int number = 0; number < count; ++number) {
            auto one = imagePDF(images, number);
            auto source = one->getAllPages().at(0);
            auto picture = imageOf(*one);
            auto own = QPDFObjectHandle::newStream(pdf->pdf.get());
            own.replaceDict(QPDFObjectHandle::parse(picture.getDict().unparseResolved()));
            auto filter = own.getDict().getKey("/Filter"), parameters = own.getDict().getKey("/DecodeParms");
            own.replaceStreamData(std::make_shared<ImageBytes>(images, number), filter, parameters);
            auto drawing = source.getKey("/Contents").getRawStreamData();
            auto page = QPDFObjectHandle::parse(
                "<</Type/Page/MediaBox " + source.getKey("/MediaBox").unparseResolved() + "/Resources<</XObject<<>>>>>>");
            page.getKey("/Resources").getKey("/XObject").replaceKey("/I", own);
            page.replaceKey("/Contents", QPDFObjectHandle::newStream(pdf->pdf.get(), drawing));
            document.addPage(QPDFPageObjectHelper(pdf->pdf->makeIndirectObject(page)), false);
        }
        pdf->pages = pdf->pdf->getAllPages();
    });
}

int docsearch_layer_page_count(docsearch_layer_pdf *pdf) { return static_cast<int>(pdf->pages.size()); }

bool docsearch_layer_is_encrypted(docsearch_layer_pdf *pdf)
{
    bool result = true;
    pdf->attempt([&] { result = pdf->pdf && pdf->pdf->isEncrypted(); });
    return result;
}

bool docsearch_layer_is_signed(docsearch_layer_pdf *pdf)
{
    bool result = true;
    // A PDF whose fields cannot all be looked at is refused as well.
    pdf->attempt([&] { result = hasSignature(*pdf->pdf, pdf->pages); });
    return result;
}

docsearch_layer_status docsearch_layer_set_font(
    docsearch_layer_pdf *pdf, const char *name, const int32_t *edges, size_t variants, const void *font,
    size_t font_count, const void *characters, size_t characters_count, const void *encoding, size_t encoding_count,
    const int32_t *narrow, size_t narrow_count, int last_code)
{
    return pdf->attempt([&] {
        QPDF &file = *pdf->pdf;
        auto shape = pdf->stream("<</Length1 " + std::to_string(font_count) + ">>", font, font_count);
        auto unicode = pdf->stream("<<>>", characters, characters_count);
        auto codes = pdf->stream(
            "<</Type/CMap/CMapName/docsearch/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>",
            encoding, encoding_count);
        // The glyph of a code is number 1, or 2 of those that are narrow.
        std::string numbers;
        for (int code = 0; code <= last_code; ++code) numbers.append("\0\1", 2);
        for (size_t i = 0; i < narrow_count; ++i) numbers.at(2 * static_cast<size_t>(narrow[i]) + 1) = '\2';
        auto glyphs = pdf->stream("<<>>", numbers.data(), numbers.size());
        std::string list = "[";
        for (size_t i = 0; i < narrow_count; ++i) list += std::to_string(narrow[i]) + "[250]";
        auto widths = file.makeIndirectObject(QPDFObjectHandle::parse(list + "]"));
        pdf->fonts = file.makeIndirectObject(QPDFObjectHandle::newDictionary());
        for (size_t number = 0; number < variants; ++number) {
            const std::string ascent = std::to_string(edges[2 * number]);
            const std::string descent = std::to_string(-edges[2 * number + 1]);
            auto descriptor = QPDFObjectHandle::parse(
                "<</Type/FontDescriptor/FontName/" DOCSEARCH_LAYER_FONT "/Flags 4/FontBBox[0 " + descent + " 500 " + ascent
                + "]/ItalicAngle 0/Ascent " + ascent + "/Descent " + descent + "/CapHeight " + ascent + "/StemV 80>>");
            descriptor.replaceKey("/FontFile2", shape);
            auto descendant = QPDFObjectHandle::parse(
                "<</Type/Font/Subtype/CIDFontType2/BaseFont/" DOCSEARCH_LAYER_FONT "/DW 500"
                "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>");
            descendant.replaceKey("/FontDescriptor", file.makeIndirectObject(descriptor));
            descendant.replaceKey("/W", widths);
            descendant.replaceKey("/CIDToGIDMap", glyphs);
            auto whole =
                QPDFObjectHandle::parse("<</Type/Font/Subtype/Type0/BaseFont/" DOCSEARCH_LAYER_FONT "/DescendantFonts[]>>");
            whole.getKey("/DescendantFonts").appendItem(file.makeIndirectObject(descendant));
            whole.replaceKey("/Encoding", codes);
            whole.replaceKey("/ToUnicode", unicode);
            pdf->fonts.replaceKey(
                "/" + std::string(name) + std::to_string(number), file.makeIndirectObject(whole));
        }
    });
}

docsearch_layer_status docsearch_layer_add(
    docsearch_layer_pdf *pdf, int number, double width, double height, int turns, bool hides_others, const void *text,
    size_t count, bool *is_as_shown, bool *is_hidden)
{
    *is_as_shown = *is_hidden = false;
    return pdf->attempt([&] {
        auto object = pdf->pages.at(static_cast<size_t>(number));
        if (!object.isDictionary()) return;
        QPDFPageObjectHelper page(object);
        const Box box = shownBox(page);
        const int quarter = quarterTurns(page);
        double across = box.right - box.left, down = box.top - box.bottom;
        if (quarter % 2 == 1) std::swap(across, down);
        if (std::abs(across - width) > 1 || std::abs(down - height) > 1) return;

        // What is repaired when its objects are first read; the warnings of a look at what the page draws are none.
        auto old = object.getKey("/Contents");
        if (old.isArray()) {
            for (int i = 0; i < old.getArrayNItems(); ++i) old.getArrayItem(i).isStream();
        }
        old.isStream();
        page.getAttribute("/Resources", false).isDictionary();
        pdf->heed();
        // It looks at the page as it was.
        const bool hides = hides_others && isBalanced(page);
        if (hides_others) pdf->pdf->getWarnings();
        pdf->offerFonts(page);
        std::string content = "q " + matrix(box, (quarter + turns) % 4) + " BT 3 Tr\n";
        content.append(static_cast<const char *>(text), count);
        content += "ET Q\n";
        // Programs take this blank for all text of the page. They ignore a text that is empty.
        if (hides) content += "/Span<</ActualText<FEFF0020>>>BDC\n";
        auto contents = QPDFObjectHandle::newArray();
        contents.appendItem(pdf->stream("<<>>", content.data(), content.size()));
        if (old.isStream()) {
            contents.appendItem(old);
        } else if (old.isArray()) {
            for (int i = 0; i < old.getArrayNItems(); ++i) contents.appendItem(old.getArrayItem(i));
        }
        if (hides) {
            if (!pdf->end.isInitialized()) pdf->end = QPDFObjectHandle::newStream(pdf->pdf.get(), "\nEMC\n");
            contents.appendItem(pdf->end);
        }
        object.replaceKey("/Contents", contents);
        *is_as_shown = true;
        *is_hidden = hides;
    });
}

docsearch_layer_status docsearch_layer_write(docsearch_layer_pdf *pdf, int descriptor)
{
    return pdf->attempt([&] {
        Output output(descriptor);
        QPDFWriter writer(*pdf->pdf);
        writer.setOutputPipeline(&output);
        writer.setStreamDataMode(qpdf_s_preserve);
        // Dozens of fonts take a few bytes in such a stream, and thirty kilobytes outside of one.
        if (pdf->fonts.isInitialized()) writer.setObjectStreamMode(qpdf_o_generate);
        writer.setPreserveEncryption(false);
        writer.setDeterministicID(true);
        writer.write();
        output.check();
        pdf->heed();
    });
}
