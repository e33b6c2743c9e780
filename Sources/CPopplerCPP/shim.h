// The headers of poppler-cpp are C++, and only CPopplerText includes them.
