/** The order of test files: those that mostly wait for servers stand evenly among those that compute, so that both are at work all the time; large files come first, since they tend to take long. */
export interface TestFile {
  readonly path: string
  readonly bytes: number
}

const waits = ({ path }: TestFile): boolean => /\.integration\.test\.tsx?$/.test(path)

/** Both kinds end at the same time: the middle of the nth of them stands at the same part of the order. */
export function mixed<File extends TestFile>(files: readonly File[]): File[] {
  const bySize = files.toSorted((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
  const kinds = [bySize.filter(waits), bySize.filter(file => !waits(file))]
  return kinds
    .flatMap(kind => kind.map((file, index) => ({ file, place: (index + 0.5) / kind.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file)
}
