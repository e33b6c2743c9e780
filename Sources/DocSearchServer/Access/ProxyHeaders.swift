/// Headers that no browser and no program sends by itself: proxies, load balancers and content networks add them to what they
/// pass on. Standards have few of them (RFC 7239, RFC 9110 7.6.3, RFC 8586); each product has its own, and most of them say in
/// their name that they are about the client or host behind.
enum ProxyHeaders {
    /// Whether a request with this header, in small letters, came through a proxy.
    static func contains(_ name: String) -> Bool {
        let letters = name.filter { $0.isLetter || $0.isNumber }
        return names.contains(letters) || products.contains(where: letters.hasPrefix)
            || parts.contains(where: letters.contains)
    }

    /// Without the dashes, which differ: `X-ClientIP`, `X-Client-IP`.
    private static let names: Set = [
        "via", "xvia", "cdnloop", "xhost", "xscheme", "xurlscheme", "xserverport", "frontendhttps", "xrewriteurl",
        "xcomingfrom", "xwebauthuser",
    ]

    /// Whom they ask for, in the names of many: `X-Forwarded-For`, `True-Client-IP`, `X-Original-Host`.
    private static let parts = [
        "forward", "clientip", "clientaddr", "clienthost", "clientport", "clientcert", "clientverify", "realip",
        "realhost",
        "realport", "remoteip", "remoteaddr", "remotehost", "remoteuser", "connectingip", "sourceip", "srcip",
        "userip", "peerip", "peeraddr", "visitorip", "vieweraddr", "originatingip", "externaladdress", "originalip",
        "originalhost",
        "originaluri", "originalurl", "originalproto", "originalport", "originalfor", "originalmethod",
        "originalremote",
    ]

    /// Products by the beginnings of their headers, with the `X-` that some have.
    private static let products: [String] = [
        "proxy", "envoy", "cf", "cloudfront", "amzcf", "amzn", "azure", "arr", "appengine", "cloudtrace", "fastly",
        "fly",
        "vercel", "nf", "akamai", "incap", "sucuri", "squid", "varnish", "haproxy", "nginx", "traefik", "caddy",
        "bluecoat", "zscaler", "tailscale", "ngrok", "gclb", "authrequest",
    ].flatMap { [$0, "x" + $0] }
}
