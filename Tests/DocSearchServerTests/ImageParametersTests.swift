import DocSearchServer
import DocSearchTestSupport
import Testing

@Suite struct ImageParametersTests {
    private static let full = ImageParameters.Size(1000, 800)

    @Test(arguments: [
        ("full/max/0/default.jpg", "full/max/0/default.jpg"), ("full/max/360/color.jpg", "full/max/0/default.jpg"),
        ("square/max/0/gray.png", "100,0,800,800/max/0/gray.png"),
        ("0,0,1000,800/max/0/default.jpg", "full/max/0/default.jpg"),
        ("900,700,500,500/max/0/default.jpg", "900,700,100,100/max/0/default.jpg"),
        ("pct:10,10,50,50/max/0/default.jpg", "100,80,500,400/max/0/default.jpg"),
        ("full/500,/0/default.jpg", "full/500,400/0/default.jpg"),
        ("full/,400/90/default.jpg", "full/500,400/90/default.jpg"),
        ("full/pct:50/!180/default.jpg", "full/500,400/!180/default.jpg"),
        ("full/!500,500/0/default.jpg", "full/500,400/0/default.jpg"),
        ("full/^2000,/0/default.jpg", "full/^2000,1600/0/default.jpg"),
        ("full/^!2000,2000/0/default.jpg", "full/^2000,1600/0/default.jpg"),
        ("full/300,300/270.0/bitonal.png", "full/300,300/270/bitonal.png"),
        ("10,10,20,20/^320,320/0/default.jpg", "10,10,20,20/^320,320/0/default.jpg"),
        ("512,512,512,512/488,288/0/default.jpg", "512,512,488,288/max/0/default.jpg"),
    ])
    func imageParametersAreWrittenInOneWay(request: String, canonical: String) throws {
        let parameters = try ImageParameters(request.split(separator: "/").map(String.init), of: Self.full)
        #expect(parameters.canonical == canonical)
        let again = try ImageParameters(canonical.split(separator: "/").map(String.init), of: Self.full)
        #expect(again == parameters)
    }

    @Test(arguments: [
        "1000,0,10,10/max/0/default.jpg", "0,0,0,10/max/0/default.jpg", "a,b,c,d/max/0/default.jpg",
        "pct:a,b,c,d/max/0/default.jpg",
        "0,0,10/max/0/default.jpg", "-1,0,10,10/max/0/default.jpg", "pct:0,0,0,0/max/0/default.jpg",
        "full/2000,/0/default.jpg",
        "full/0,/0/default.jpg", "full/,/0/default.jpg", "full/!500,/0/default.jpg", "full/pct:0/0/default.jpg",
        "full/pct:150/0/default.jpg",
        "full/full/0/default.jpg", "full/!5000,5000/0/default.jpg",
        "full/max/-90/default.jpg", "full/max/abc/default.jpg", "full/max/361/default.jpg",
        "full/max/0/native.jpg", "full/max/0/default.tif", "full/max/0/default", "full/^99999,99999/0/default.jpg",
        "0,0,1e3,10/max/0/default.jpg", "full/1.5,/0/default.jpg", "99999999999999999999999,0,1,1/max/0/default.jpg",
        "full/^99999999999999999999,/0/default.jpg", "0,0,1,1/^30000,666/0/default.jpg",
        "10,10,20,20/^340,340/0/default.jpg", "full/max/!/default.jpg",
    ])
    func imageParametersThatMakeNoSenseAreRefused(request: String) {
        #expect(throws: ProblemDetails.self) {
            try ImageParameters(request.split(separator: "/").map(String.init), of: Self.full)
        }
    }

    @Test func imageParametersOfAnyTextAreReadWithoutHarm() {
        var generator = SeededGenerator(seed: 1931)
        let pieces = [
            "full", "square", "pct:", "max", "^", "!", ",", ".", "0", "9", "1e9", "-", "é", "99999999999", "jpg",
            "default",
        ]
        for _ in 0..<5000 {
            let parts = (0..<4).map { _ in
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                }.joined()
            }
            do {
                let parameters = try ImageParameters(parts, of: Self.full)
                #expect(parameters.size.width * parameters.size.height <= ImageParameters.maxArea)
                #expect(parameters.region.x + parameters.region.width <= 1000)
            } catch { #expect(error is ProblemDetails) }
        }
    }

    /// As large as images may be is the same whatever number that is today.
    @Test func imageThatIsTooLargeIsAsLargeAsItMayBe() throws {
        let full = ImageParameters.Size(8000, 6000)
        let parameters = try ImageParameters(["full", "max", "0", "default.jpg"], of: full)
        #expect(parameters.canonical == "full/max/0/default.jpg")
        #expect(parameters.size == ImageParameters.largest(of: full))
        #expect(parameters.size.width * parameters.size.height <= ImageParameters.maxArea)
        #expect(ImageParameters.largest(of: Self.full) == Self.full)
    }

    @Test func imagesAreTurnedByQuartersAlone() {
        let problem = #expect(throws: ProblemDetails.self) {
            try ImageParameters(["full", "max", "45", "default.jpg"], of: Self.full)
        }
        #expect(problem?.status == 501)
    }
}
