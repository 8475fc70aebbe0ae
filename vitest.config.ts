/** Test runner set-up: unit and integration tests live beside the code they test. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { actionNames } from './packages/web/build/action-names.ts'
import { callTable } from './packages/web/build/call-table.ts'
import { texts } from './packages/web/build/texts.ts'
import { mixed } from './scripts/test-order.ts'

const roots = '{packages,scripts,bench}/**'
/** Tests that start servers or draw pages. */
const heavy = [`${roots}/*.integration.test.ts`, `${roots}/*.test.tsx`]

class MixedOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = specifications.map(specification => ({
      specification,
      path: specification.moduleId,
      bytes: statSync(specification.moduleId).size,
    }))
    return mixed(files).map(({ specification }) => specification)
  }
}

export default defineConfig({
  // As in the build of the web, so that tests of its pages see texts and calls.
  plugins: [texts(join(import.meta.dirname, 'packages/web/src')), callTable(), actionNames()],
  test: {
    // For what hangs; a busy machine takes several times as long as an idle one.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // One second by default, which a busy machine exceeds.
    expect: { poll: { timeout: 30_000 } },
    // Pages show instants in the zone of the machine; tests compare them everywhere alike.
    env: { TZ: 'UTC' },
    globalSetup: ['packages/server/src/adapters/database/test-database.setup.ts'],
    // Node 24 may crash in these compilers on a busy machine (nodejs/node issues 64841 and 62393); tests run no slower without.
    execArgv: ['--no-maglev', '--no-sparkplug'],
    sequence: { sequencer: MixedOrder },
    projects: [
      {
        extends: true,
        test: {
          name: 'heavy',
          include: heavy,
          // More than processors: most of the time these files wait.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${roots}/*.test.ts`],
          exclude: [...configDefaults.exclude, ...heavy],
          maxWorkers: 2,
          // Loading what they test takes longer than testing it; so the files share processes and modules.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
