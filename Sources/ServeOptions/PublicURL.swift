import ArgumentParser

/// Where people reach the server: `--public-url`.
package enum PublicURL {
    package static func require(_ url: String) throws {
        guard ["http://", "https://"].contains(where: { url.hasPrefix($0) && url != $0 })
        else { throw ValidationError("--public-url must begin with https:// or http://, and have a host.") }
        guard !url.contains(where: { "?#\"' ".contains($0) })
        else { throw ValidationError("--public-url must have no \"?\", \"#\", quotation mark or blank.") }
    }

    /// Without slashes at its end.
    package static func base(_ url: String) -> String { String(url.reversed().drop { $0 == "/" }.reversed()) }
}
