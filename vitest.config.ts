/** Test runner set-up: unit and integration tests live beside the code they test. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { actionNames } from './packages/web/build/action-names.ts'
import { callTable } from './packages/web/build/call-table.ts'
import { texts } from './packages/web/build/texts.ts'

export default defineConfig({
  // As in the build of the web, so that tests of its pages see texts and calls.
  plugins: [texts(join(import.meta.dirname, 'packages/web/src')), callTable(), actionNames()],
  test: {
    include: [
      'packages/**/*.test.ts',
      'packages/**/*.test.tsx',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    // For what hangs; a busy machine takes several times as long as an idle one.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Pages show instants in the zone of the machine; tests compare them everywhere alike.
    env: { TZ: 'UTC' },
    globalSetup: ['packages/server/src/adapters/database/test-database.setup.ts'],
  },
})
