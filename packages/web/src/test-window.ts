/** Environment of the tests of pages: one window per process, since libraries keep what they find in it when they are loaded. */
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const testWindow: Environment = {
  name: 'window',
  viteEnvironment: 'client',
  setup: async (global: typeof globalThis, options) => {
    if (!('happyDOM' in global)) await builtinEnvironments['happy-dom'].setup(global, options)
    return { teardown: () => undefined }
  },
}

/** Vitest loads it by the path of this file. */
export default testWindow
