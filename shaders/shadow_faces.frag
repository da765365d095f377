// Only depth is written.
void main() {}
