import Foundation

/// What becomes of each file of the corpus of zips. Most hold texts that are no documents: that they are told to have none,
/// whatever is wrong with them, is the point.
enum CorpusZipOutcomes {
    static let all: [(file: String, outcome: String)] = table.split(separator: "\n").map { line in
        let cells = line.components(separatedBy: " | ")
        return (cells[0], cells.last == "nothing" ? nothing : cells.last ?? "")
    }

    private static let nothing = "skipped: there is no PDF and no page image in it"

    private static let table = """
        format-corpus/images_severalformats_historicaldates.zip | read
        format-corpus/pdfs_historicaldates.zip | read; read
        format-corpus/textfiles_historicaldates.zip | nothing
        libzip/bigzero-zip.zip | nothing
        libzip/bogus.zip | unsupported: this is neither a PDF, an image, a zip, a tar, a 7z nor a mail
        libzip/changing-size-muchlo.zip | nothing
        libzip/cm-default.zip | nothing
        libzip/encrypt-aes128-noentropy.zip | nothing
        libzip/encrypt-aes192.zip | nothing
        libzip/encrypt-none.zip | nothing
        libzip/encrypt.zip | nothing
        libzip/encrypt_plus_extra_modified_l.zip | nothing
        libzip/extra_field_align_1-ef_ff.zip | nothing
        libzip/extra_field_align_2-ef_00.zip | nothing
        libzip/extra_field_align_3-0.zip | nothing
        libzip/extra_field_align_3-ff.zip | nothing
        libzip/filename_duplicate_empty.zip | nothing
        libzip/firstsecond-split-deflated.zip | nothing
        libzip/foo-stored.zip | nothing
        libzip/gap-replace.zip | nothing
        libzip/incons-archive-comment-longer.zip | nothing
        libzip/incons-cdsize-large.zip | nothing
        libzip/incons-central-compsize-larger-toolarge.zip | nothing
        libzip/incons-central-crc.zip | nothing
        libzip/incons-central-file-comment-shorter.zip | damaged: the directory of this zip is damaged
        libzip/incons-central-magic-bad2.zip | damaged: this zip has no directory, its end is missing or damaged
        libzip/incons-ef-central-size-wrong.zip | nothing
        libzip/incons-ef-local-dupe-zip64-v1.zip | nothing
        libzip/incons-ef-local-id.zip | nothing
        libzip/incons-eocd-magic-bad.zip | damaged: this zip has no directory, its end is missing or damaged
        libzip/incons-file-count-high.zip | nothing
        libzip/incons-filename-nul-byte.zip | nothing
        libzip/incons-gap-before-local.zip | nothing
        libzip/incons-local-compsize-smaller.zip | nothing
        libzip/incons-local-filename-missing.zip | nothing
        libzip/incons-local-magic-bad.zip | nothing
        libzip/incons-streamed-2.zip | nothing
        libzip/incons-zip64-checkcons-overflow.zip | nothing
        libzip/lzma-no-eos.zip | nothing
        libzip/mtime-dstpoint-deflated.zip | nothing
        libzip/mtime-post-dstpoint.zip | nothing
        libzip/multidisk.zip | unsupported: this is one part of a zip in several files; join them first
        libzip/streamed-zip64.zip | nothing
        libzip/test-cp437-fc-utf-8-filename.zip | nothing
        libzip/test-utf8-unmarked.zip | nothing
        libzip/test2.zip | nothing
        libzip/testbuffer_reopen.zip | nothing
        libzip/testchanged.zip | nothing
        libzip/testcomment13.zip | nothing
        libzip/testdeflated2.zip | nothing
        libzip/testextrabytes.zip | nothing
        libzip/testfile-ef.zip | nothing
        libzip/testfile-plus-extra.zip | nothing
        libzip/testfile-torrentzip.zip | nothing
        libzip/testfile-zstd.zip | nothing
        libzip/testfile2014.zip | nothing
        libzip/utf-8-standardization-input.zip | nothing
        libzip/zip64-3mf.zip | nothing
        libzip/zip_write_encrypt_aes256_file_fuzzer_seed_corpus.zip | read
        libzip/zipcmp_zip_dir.zip | nothing
        yauzl/End_of_central_directory_record_signature_not_found_Either_not_a_zip_file_or_file_is_truncated\
        .zip | damaged: this zip has no directory, its end is missing or damaged
        yauzl/Invalid_comment_length_Expected_1_Found_0_Are_there_extra_bytes_at_the_end_of_the_file_Or_is_t\
        he_end_of_central_dir_signature_PK_in_the_com.zip | nothing
        yauzl/NtfsTimestamp.zip | nothing
        yauzl/absolute_path_C_xt.zip | nothing
        yauzl/absolute_path_atxt.zip | nothing
        yauzl/big-compression.zip | nothing
        yauzl/big-uncompressed.zip | nothing
        yauzl/bogus-compression-method.zip | nothing
        yauzl/compressed_uncompressed_size_mismatch_for_stored_file_2147483647_5.zip | nothing
        yauzl/cygwin-info-zip.zip | nothing
        yauzl/deflate.zip | nothing
        yauzl/directories.zip | nothing
        yauzl/empty.zip | nothing
        yauzl/everything.zip | nothing
        yauzl/extra_field_length_exceeds_extra_field_buffer_size.zip | nothing
        yauzl/file_data_overflows_file_bounds_63_2147483647_308.zip | nothing
        yauzl/invalid_central_directory_file_header_signature_0x1014b50.zip | damaged: this zip has no direc\
        tory, its end is missing or damaged
        yauzl/invalid_characters_in_fileName_a_txt.zip | nothing
        yauzl/invalid_code_lengths_set.zip | nothing
        yauzl/invalid_local_file_header_signature_0x3034b50.zip | nothing
        yauzl/invalid_relative_path_xt.zip | nothing
        yauzl/invalid_zip64_end_of_central_directory_record_signature.zip | damaged: the directory of this z\
        ip is damaged
        yauzl/linux-info-zip.zip | nothing
        yauzl/multi-disk_zip_files_are_not_supported_found_disk_number_1.zip | unsupported: this is one part\
         of a zip in several files; join them first
        yauzl/not_enough_bytes_in_the_stream_expected_2048576_got_only_1000000.zip | nothing
        yauzl/streaming.zip | nothing
        yauzl/strong_encryption_is_not_supported.zip | nothing
        yauzl/too_many_bytes_in_the_stream_expected_82496_got_at_least_98304.zip | nothing
        yauzl/too_many_length_or_distance_symbols.zip | nothing
        yauzl/traditional-encryption-and-compression.zip | nothing
        yauzl/traditional-encryption.zip | nothing
        yauzl/unexpected_EOF.zip | nothing
        yauzl/unicode-path-extra-field.zip | nothing
        yauzl/unicode.zip | nothing
        yauzl/unix-epoch.zip | nothing
        yauzl/unsupported_compression_method_1.zip | nothing
        yauzl/windows-7-zip.zip | nothing
        yauzl/windows-compressed-folder.zip | nothing
        yauzl/wrong-entry-sizes.zip | nothing
        yauzl/zip64.zip | nothing
        yauzl/zip64_extended_information_extra_field_does_not_include_compressed_size.zip | nothing
        yauzl/zip64_extended_information_extra_field_does_not_include_relative_header_offset.zip | nothing
        yauzl/zip64_extended_information_extra_field_does_not_include_uncompressed_size.zip | nothing
        zip-slip/zip-slip.zip | nothing
        """
}
