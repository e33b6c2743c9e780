/// Takes the place of Little CMS's function of this name, so that poppler opens no colour profile that a PDF brings.
///
/// The worker looks at grey shades only, for which the colours that a PDF names without its profile do. Poppler-glib
/// would read the profiles anew for each page, which took a third of the time of reading text where a PDF has them; and
/// what parses no profile is not open to a hostile one. Poppler takes null for a damaged profile and falls back on the
/// alternate colour space (ISO 32000-1, 8.6.5.5).
///
/// It works because the system's loader looks for a function in the program before it looks in libraries.
@_cdecl("cmsOpenProfileFromMem")
public func openNoColorProfile(_ bytes: UnsafeRawPointer?, _ byteCount: UInt32) -> OpaquePointer? { nil }
