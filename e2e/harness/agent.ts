/** A further load machine: the real `./pone agent`, started and stopped as by its operator. */
import { testJmeterHome } from '@pone/cli/test/java-tools-set-up.ts'
import { type RunningCommand, startCommand } from './pone-command.ts'

export interface AgentPlan {
  /** Address of the server. */
  readonly server: string
  readonly token: string
  readonly name: string
  /** Contains its key; an agent on the same folder is the same machine. */
  readonly folder: string
}

/** Resolves when it reports that it is connected. @throws Error with its output when it does not connect */
export async function startAgent({ server, token, name, folder }: AgentPlan): Promise<RunningCommand> {
  return startCommand({
    args: ['agent', '--server', server, '--name', name, '--data', folder],
    env: { JMETER_HOME: await testJmeterHome(), PONE_AGENT_TOKEN: token },
    ready: /connected/,
  })
}
