/** Which files are tests and journeys, and which changes reach all of them. */

/** Files that vitest runs. */
export const isTest = (path: string): boolean => /^(?:packages|scripts|bench)\/.*\.test\.tsx?$/.test(path)

/** Name for `--only` of the journey that the file holds; undefined for other files. */
export const journeyOf = (path: string): string | undefined =>
  /^e2e\/journeys\/(.+)\.journey\.ts$/.exec(path)?.[1]

/** Files of the browser tests that no journey is chosen by: any journey may use them. */
export const isBesideJourneys = (path: string): boolean =>
  path.startsWith('e2e/') && journeyOf(path) === undefined

/** Configuration and set-up of the test runner, and the versions and names of the packages. */
const ofEveryTest =
  /^(?:vitest\.config\.ts|tsconfig\.json|package-lock\.json|(?:[^/]+\/){0,2}package\.json|packages\/.+\.setup\.ts)$/

export const reachesEveryTest = (path: string): boolean => ofEveryTest.test(path)
