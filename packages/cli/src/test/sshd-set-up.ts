/** Ensures that the machine has sudo and the SSH server that the tests of deployment connect to. */
import { access, constants } from 'node:fs/promises'
import { installDebianPackages } from './debian-packages.ts'

/** As root, installs it when it is missing. @throws CommandError `setUp` */
export async function setUpSshd(announce: (line: string) => void): Promise<void> {
  const isThere = (path: string) =>
    access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
  if (!(await isThere('/usr/sbin/sshd'))) {
    await installDebianPackages('The SSH server is', ['openssh-server'], announce)
  }
  // Without it only the tests of sudo are left out, which need root anyway.
  if (process.getuid?.() === 0 && !(await isThere('/usr/bin/sudo'))) {
    await installDebianPackages('sudo is', ['sudo'], announce)
  }
}
