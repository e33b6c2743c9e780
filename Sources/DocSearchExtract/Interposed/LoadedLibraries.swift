import Foundation

/// The symbols that the program and its loaded libraries need from each other (elf(5)).
enum LoadedLibraries {
    /// Names of functions that one library calls and another defines. Nil when a library's names cannot be read.
    static func calls(beginningWith prefix: String) -> Set<String>? {
        // glibc's handle is the program's entry in the list of loaded objects.
        guard let program = dlopen(nil, RTLD_LAZY) else { return nil }
        var names: Set<String> = []
        var next: UnsafeMutablePointer<link_map>? = program.assumingMemoryBound(to: link_map.self)
        while let library = next {
            guard let own = calls(of: library.pointee, beginningWith: prefix) else { return nil }
            names.formUnion(own)
            next = library.pointee.l_next
        }
        return names
    }

    private static func calls(of library: link_map, beginningWith prefix: String) -> [String]? {
        guard let symbols: UnsafePointer<Elf64_Sym> = table(DT_SYMTAB, of: library),
            let texts: UnsafePointer<CChar> = table(DT_STRTAB, of: library),
            let hashes: UnsafePointer<UInt32> = table(Int32(DT_GNU_HASH), of: library)
        else { return nil }
        // The second number of this table is the index of the library's first own symbol.
        return (0..<Int(hashes[1])).lazy.map { symbols[$0] }
            .filter { $0.st_shndx == SHN_UNDEF && strncmp(texts + Int($0.st_name), prefix, strlen(prefix)) == 0 }
            .map { String(cString: texts + Int($0.st_name)) }
    }

    /// The loader has replaced offsets by addresses in most libraries, but not in the kernel's own.
    private static func table<Entry>(_ tag: Int32, of library: link_map) -> UnsafePointer<Entry>? {
        var entry = library.l_ld
        while let current = entry?.pointee, current.d_tag != DT_NULL {
            defer { entry = entry?.successor() }
            guard current.d_tag == tag else { continue }
            let (address, start) = (UInt(current.d_un.d_ptr), UInt(library.l_addr))
            return UnsafePointer(bitPattern: address < start ? address + start : address)
        }
        return nil
    }
}
