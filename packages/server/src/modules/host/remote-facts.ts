/** Facts of a host without an agent, collected by a shell script. */
import type { HostFacts } from '@pone/contract/entities/host.ts'

/** Prints one `name=value` per line; runs in any POSIX shell. */
export const factsScript = [
  'echo "system=$(. /etc/os-release 2>/dev/null && echo "$PRETTY_NAME" || uname -sr)"',
  'echo "machine=$(uname -m)"',
  'echo "kernel=$(uname -s)"',
  'echo "cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)"',
  `echo "memory=$(awk '/^MemTotal:/ {print $2 * 1024}' /proc/meminfo)"`,
  'dir=/opt; [ -d "$dir" ] || dir=/',
  `df -Pk "$dir" | awk 'NR == 2 {printf "disk=%d\\nfree=%d\\n", $2, $4}'`,
  'java=java; [ -z "${JAVA_HOME-}" ] || java="$JAVA_HOME/bin/java"',
  `echo "java=$("$java" -version 2>&1 | sed -n 's/.*version "\\([^"]*\\)".*/\\1/p' | head -n 1)"`,
].join('\n')

const architectures: Readonly<Record<string, string>> = {
  x86_64: 'x64',
  amd64: 'x64',
  aarch64: 'arm64',
  arm64: 'arm64',
}

/** null when the output is invalid, e.g. of a machine without a shell. */
export function parseFacts(output: string, at: number): HostFacts | null {
  const values = new Map(
    output.split('\n').flatMap(line => {
      const cut = line.indexOf('=')
      return cut < 1 ? [] : [[line.slice(0, cut), line.slice(cut + 1).trim()] as const]
    }),
  )
  const number = (name: string, factor = 1) => {
    const value = Number(values.get(name) ?? '')
    return Number.isFinite(value) ? Math.round(value * factor) : 0
  }
  const machine = values.get('machine') ?? ''
  if (machine === '' || number('cores') < 1) return null
  const java = values.get('java') ?? ''
  return {
    system: values.get('system') ?? '',
    architecture: architectures[machine] ?? machine,
    cores: number('cores'),
    memoryBytes: number('memory'),
    diskFreeBytes: number('free', 1_024),
    diskTotalBytes: number('disk', 1_024),
    javaVersion: java === '' ? null : java,
    at,
  }
}
