package convert

// The codec of lz-string, for tests.
var (
	CompressBase64   = compressBase64
	DecompressBase64 = decompressBase64
)

// GenreNames returns the names of all genres of links.
func GenreNames() []string { return genreNames() }

// DetectForeign returns the format of another program that a text has.
var DetectForeign = detectForeign
