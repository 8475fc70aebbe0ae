/** The script that prints the files of a host, and how its output is read. Pure. */
import { type Filesystem, isShown } from '../procfs/host-source.ts'

/** Stands before each part of the output, with the part's name. */
const mark = '@@pone-part'

/** Single quotes keep a path as it is in every shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export type ScriptPart = 'processes' | 'processCount'

const commands: Readonly<Record<ScriptPart, string>> = {
  processes: 'cat /proc/[0-9]*/stat 2>/dev/null',
  processCount: "ls /proc | grep -c '^[0-9]*$'",
}

/** Prints a part: its mark and what a command prints. */
const part = (name: string, command: string) => `printf '\\n%s %s\\n' ${mark} ${quoted(name)}; ${command}`

/** A script of one part per command, with what the command complains of. */
export const commandScript = (parts: Readonly<Record<string, string>>): string =>
  [
    'export LC_ALL=C',
    ...Object.entries(parts).map(([name, command]) => part(name, `${command} 2>&1 </dev/null`)),
    'true',
  ].join('\n')

/** One script for all files and parts. */
export function scriptOf(paths: readonly string[], parts: readonly ScriptPart[]): string {
  return [
    'export LC_ALL=C',
    // A file that does not exist has no part.
    ...paths.map(path => `if [ -r ${quoted(path)} ]; then ${part(path, `cat ${quoted(path)}`)}; fi`),
    ...parts.map(name => part(name, commands[name])),
    'true',
  ].join('\n')
}

/** Texts by the name of their part. */
export function partsOf(output: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const text of `\n${output}`.split(`\n${mark} `).slice(1)) {
    const end = text.indexOf('\n')
    parts[end < 0 ? text : text.slice(0, end)] = end < 0 ? '' : text.slice(end + 1)
  }
  return parts
}

/** Apart from the rest, for a file system whose server is gone makes it hang. */
export const filesystemScript = [
  'export LC_ALL=C',
  `printf '\\n%s mounts\\n' ${mark}; cat /proc/mounts`,
  `printf '\\n%s sizes\\n' ${mark}; df -Pk 2>/dev/null`,
  `printf '\\n%s inodes\\n' ${mark}; df -Pi 2>/dev/null`,
  'true',
].join('\n')

const kibibyte = 1_024

/** The file systems that the output of the script names. */
export function filesystemsOf(output: string): Filesystem[] {
  const { mounts = '', sizes = '', inodes = '' } = partsOf(output)
  const types = new Map(
    mounts.split('\n').map(line => {
      const [, mount = '', type = ''] = line.split(' ')
      return [mount.replaceAll(String.raw`\040`, ' '), type] as const
    }),
  )
  const inodesByMount = new Map(rowsOf(inodes).map(row => [row.mount, row]))
  const found = rowsOf(sizes).flatMap(({ device, total, used, available, mount }) => {
    const type = types.get(mount)
    if (type === undefined || total === 0 || !isShown(type, mount)) return []
    const counts = inodesByMount.get(mount)
    return [
      {
        device,
        mount,
        type,
        sizeBytes: total * kibibyte,
        freeBytes: (total - used) * kibibyte,
        availableBytes: available * kibibyte,
        inodes: counts?.total ?? Number.NaN,
        freeInodes: counts?.available ?? Number.NaN,
      },
    ]
  })
  return [...new Map(found.map(one => [one.mount, one])).values()]
}

/** Rows of `df -P`: device, three numbers, a share, the place. */
function rowsOf(text: string) {
  return text.split('\n').flatMap(line => {
    const [, device, total, used, available, mount] =
      /^(.*?)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+\S+\s+(\/.*)$/.exec(line) ?? []
    if (device === undefined || mount === undefined) return []
    return [{ device, total: Number(total), used: Number(used), available: Number(available), mount }]
  })
}
