/** Load machines of a bench: real agents with one worker each, confined to cores. */
import { fileURLToPath } from 'node:url'
import type { BenchContext } from '../bench-context.ts'
import { type Running, startConfined } from '../processes.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const agentProgram = fileURLToPath(new URL('../../../packages/agent/src/main.ts', import.meta.url))

/** `index` counts from 0 and names the machine. */
export async function startLoadMachine(
  context: BenchContext,
  server: ServerUnderTest,
  index: number,
  core: number,
): Promise<Running> {
  const folder = await context.newFolder(`agent-${index}`)
  const command = {
    program: process.execPath,
    args: [agentProgram],
    env: {
      PONE_SERVER_URL: server.url,
      PONE_AGENT_TOKEN: server.joinToken,
      PONE_AGENT_DATA: folder,
      PONE_AGENT_NAME: nameOfMachine(index),
      PONE_AGENT_WORKERS: '1',
    },
  }
  return startConfined(command, [core], folder)
}

const nameOfMachine = (index: number): string => `machine ${index + 1}`
