/** Command lines that download a package on a machine, verify and install it; pure. */
import type { InstallPackage } from '@pone/contract/entities/package.ts'

type Wanted = Pick<InstallPackage, 'fileName' | 'sha256'>

/** `address` is the full URL of the file. */
export function downloadCommands({ fileName, sha256 }: Wanted, address: string): string {
  const name = quoted(fileName)
  return [
    `curl -fL -C - -o ${name} ${quoted(address)}`,
    `echo ${quoted(`${sha256}  ${fileName}`)} | sha256sum -c`,
  ].join('\n')
}

/** For packages of type Agent. The token is passed in the environment, so that it does not stay visible to other users in the process list. */
export function agentCommands({ fileName }: Pick<Wanted, 'fileName'>, server: string): string {
  return [
    `mkdir -p pone-agent && tar -xzf ${quoted(fileName)} -C pone-agent --strip-components=1`,
    `sudo env PONE_AGENT_TOKEN=TOKEN pone-agent/install.sh --server ${quoted(server)}`,
  ].join('\n')
}

const plain = /^[A-Za-z0-9_./:%@+=-]+$/
const quoted = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
