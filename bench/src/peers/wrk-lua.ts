/** wrk with a script that does the work of scenario tools: the cost of that work at the practical limit. */
import { join } from 'node:path'
import { expectedText } from '../target/nginx-config.ts'
import { fullWork, type Peer } from './peer.ts'
import { wrk } from './wrk.ts'

export const wrkLua: Peer = {
  name: 'wrk-lua',
  work: `${fullWork}; by a Lua script, the field by a pattern`,
  aim: null,
  compilesAtRunTime: false,
  async install(installer) {
    const plain = await wrk.install(installer)
    return {
      ...plain,
      async prepare(job) {
        const { program, args } = await plain.prepare(job)
        const script = join(installer.peerFiles, 'wrk', 'same-work.lua')
        return { program, args: ['--script', script, ...args], env: { BENCH_TEXT: expectedText } }
      },
    }
  },
}
