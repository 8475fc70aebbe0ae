/** Where the figures of a Linux host come from: its own files, or the same files over SSH. */

import type { TargetFault } from '../../target-fault.ts'

export interface Filesystem {
  readonly device: string
  readonly mount: string
  readonly type: string
  readonly sizeBytes: number
  readonly freeBytes: number
  /** For accounts that are not root. */
  readonly availableBytes: number
  readonly inodes: number
  readonly freeInodes: number
}

export interface HostSource {
  /** Texts of files by path; a file that does not exist is left out. */
  files(paths: readonly string[], signal: AbortSignal): Promise<Readonly<Record<string, string>>>
  /** Lines of `/proc/<pid>/stat` of all processes. */
  processLines(signal: AbortSignal): Promise<readonly string[]>
  processCount(signal: AbortSignal): Promise<number>
  /** `fault`: why some are missing. */
  filesystems(
    signal: AbortSignal,
  ): Promise<{ readonly filesystems: readonly Filesystem[]; readonly fault?: TargetFault }>
}

/** Types of file systems that hold no files of their own, or whose server may hang. */
const leftOutTypes =
  /^(?:autofs|binfmt_misc|bpf|cgroup2?|configfs|debugfs|devpts|devtmpfs|efivarfs|fusectl|fuse\.\w+|hugetlbfs|iso9660|mqueue|nsfs|proc|procfs|pstore|rpc_pipefs|securityfs|selinuxfs|squashfs|sysfs|tracefs|nfs4?|cifs|smb3|9p|ceph|glusterfs|afs)$/
const leftOutMounts =
  /^\/(?:dev|proc|sys|run\/credentials|var\/lib\/docker|var\/lib\/containers|var\/lib\/kubelet)(?:$|\/)/

/** Whether the figures of a file system are shown; an overlay only where it is the root of a container. */
export const isShown = (type: string, mount: string): boolean =>
  !leftOutTypes.test(type) && !leftOutMounts.test(mount) && (type !== 'overlay' || mount === '/')
