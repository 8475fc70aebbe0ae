/** The record of a first join that the server refused: a reason in a file, and an exit code that means "do not start it again". */
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Also used by deploy/agent: pone-agent.sh, install.sh and the unit. */
export const refusedExitCode = 78

/** The file `refused` of the data folder. */
export function createRefusalNote(dataFolder: string) {
  const path = join(dataFolder, 'refused')
  return {
    clear: () => rm(path, { force: true }),
    /** @param reason code of the server, e.g. wrongToken */
    write: async (reason: string): Promise<void> => {
      // Written completely or not at all: install.sh polls it.
      await writeFile(`${path}.new`, `${reason}\n`, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}
