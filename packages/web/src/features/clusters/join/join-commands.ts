/** Command lines that turn a machine into a load machine, ready to be copied; pure. */

export const joinWays = ['command', 'bundle', 'container'] as const
export type JoinWay = (typeof joinWays)[number]

/** The token is passed in the environment, so that it does not stay visible to other users of the machine in the process list. */
export function joinCommand(
  way: JoinWay,
  { server, token, pin }: { server: string; token: string; pin: string | null },
): string {
  const option = isPinned(server, pin) ? ` --pin ${pin}` : ''
  switch (way) {
    case 'command':
      return `PONE_AGENT_TOKEN=${quoted(token)} ./pone agent --server ${quoted(server)}${option}`
    case 'bundle':
      return [
        'tar -xzf pone-agent-*.tar.gz',
        `sudo env PONE_AGENT_TOKEN=${quoted(token)} ./pone-agent-*/install.sh --server ${quoted(server)}${option}`,
      ].join('\n')
    case 'container':
      return [
        'docker run -d --name pone-agent --restart unless-stopped \\',
        '  --network host --ulimit nofile=1048576 -v pone-agent:/opt/pone-agent/data \\',
        `  -e PONE_SERVER_URL=${quoted(server)} -e PONE_AGENT_TOKEN=${quoted(token)}${isPinned(server, pin) ? ` -e PONE_AGENT_PIN=${pin}` : ''} pone-agent`,
      ].join('\n')
  }
}

/** The pin is the one of the server's own certificate, so it is used only over TLS; a reverse proxy presents another certificate. */
const isPinned = (server: string, pin: string | null): pin is string =>
  pin !== null && server.startsWith('https:')

/** Whether the address is a loopback address, by which other machines cannot reach the server. */
export function isOnlyLocal(server: string): boolean {
  const host = URL.parse(server)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

const plain = /^[A-Za-z0-9_./:-]+$/
const quoted = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
