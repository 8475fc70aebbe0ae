/** The folder of an agent on a host, as shell expressions. */
import type { HostSettings } from '@pone/contract/entities/host.ts'
import { quoted } from '../../adapters/ssh-session.ts'

type Place = HostSettings['agentInstallPath']

/** Shell: sets `prefix` to the configured folder, or, for '', to the default of install.sh. */
export const findPrefix = (configured: Place): string =>
  configured === '' ? `${findDefault}; prefix=$default` : `prefix=${quoted(configured)}`

/** Shell: sets `default` to the default folder of install.sh. */
export const findDefault =
  'if [ "$(id -u)" = 0 ]; then default=/opt/pone-agent; else default=$HOME/.local/share/pone-agent; fi'

/** Shell: prints the id of the agent that is installed in `$1`; nothing when none has joined from there. */
export const agentIdFunction = `agent_id() {
  [ -r "$1/agent.env" ] || return 0
  data=$(. "$1/agent.env" && printf '%s' "$PONE_AGENT_DATA")
  sed -n 's/.*"agentId" *: *"\\([^"]*\\)".*/\\1/p' "$data/identity.json" 2>/dev/null || true
}`
