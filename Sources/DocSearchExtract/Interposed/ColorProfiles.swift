/// Replaces Little CMS's function of this name, which poppler calls for each ICC profile in a PDF. This one opens none.
///
/// - *Contract.* `cmsHPROFILE cmsOpenProfileFromMem(const void *, cmsUInt32Number)` returns null for a profile that it
///   cannot read. Poppler then takes the alternate colour space (ISO 32000-1, 8.6.5.5).
/// - *Reason.* Poppler-glib makes a text device for each page, and so reads a PDF's profiles anew on every page: 31 %
///   of the processor time of a report that has one, 11 % over all PDFs of the corpus. Only shades of grey matter here,
///   and the alternates are good enough for them.
/// - *Without it*, where a linker does not offer it or a later poppler calls another function, reading takes longer and
///   finds the same text. It is no protection: the sandbox is what keeps a hostile profile harmless.
@_cdecl("cmsOpenProfileFromMem")
public func openNoColorProfile(_ bytes: UnsafeRawPointer?, _ byteCount: UInt32) -> OpaquePointer? { nil }
