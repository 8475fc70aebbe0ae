/** Test runner set-up: unit and integration tests live beside the code they test. */
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst, readDurations } from './packages/cli/src/test/durations.ts'
import { actionNames } from './packages/web/build/action-names.ts'
import { callTable } from './packages/web/build/call-table.ts'
import { texts } from './packages/web/build/texts.ts'

const roots = '{packages,scripts,bench}/**'
const pages = `${roots}/*.test.tsx`
const integration = `${roots}/*.integration.test.ts`

/** Files that take long come first; new ones by their size. Those of a project follow each other, since a process serves one. */
class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const bytesOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size
    const bySize = specifications.toSorted((a, b) => bytesOf(b) - bytesOf(a))
    const unitOf = ({ moduleId }: TestSpecification) =>
      ({ kind: 'file', name: relative(import.meta.dirname, moduleId) }) as const
    const byProject = Map.groupBy(
      longestFirst(bySize, unitOf, readDurations()),
      ({ project }) => project.name,
    )
    return [...byProject.values()].flat()
  }
}

export default defineConfig({
  // As in the build of the web, so that tests of its pages see texts and calls.
  plugins: [texts(join(import.meta.dirname, 'packages/web/src')), callTable(), actionNames()],
  test: {
    // For what hangs; a busy machine takes several times as long as an idle one.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // One second by default, which a busy machine exceeds.
    expect: { poll: { timeout: 60_000 } },
    // Pages show instants in the zone of the machine; tests compare them everywhere alike.
    env: { TZ: 'UTC' },
    globalSetup: ['packages/server/src/adapters/database/test-database.setup.ts'],
    // Node 24 may crash in these compilers on a busy machine (nodejs/node issues 64841 and 62393); tests run no slower without.
    execArgv: ['--no-maglev', '--no-sparkplug'],
    sequence: { sequencer: LongestFirst },
    // Loading what they test takes longer than testing it; so the files share processes and modules.
    isolate: false,
    // Two runs of these projects share the machine. With a single process vitest would give it all files at once, so that
    // a crash ended all of them.
    maxWorkers: 2,
    slowTestThreshold: 10_000,
    projects: [
      {
        extends: true,
        test: { name: 'integration', include: [integration] },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: [pages],
          environment: './packages/web/src/test-window.ts',
          setupFiles: ['packages/web/src/test-page.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${roots}/*.test.ts`],
          exclude: [...configDefaults.exclude, integration],
        },
      },
    ],
  },
})
