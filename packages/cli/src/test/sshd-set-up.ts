/** Sees to it that the machine has the SSH server that the tests of deployment reach. */
import { access, constants } from 'node:fs/promises'
import { installDebianPackages } from './debian-packages.ts'

/** As root installs it when it is missing. @throws CommandError `setUp` */
export async function setUpSshd(announce: (line: string) => void): Promise<void> {
  const isThere = await access('/usr/sbin/sshd', constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isThere) await installDebianPackages('The SSH server is', ['openssh-server'], announce)
}
