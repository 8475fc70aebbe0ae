/** Ensures that the machine has the SOCKS5 server that the tests of proxies start. */
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.ts'

/** As root, installs it when it is missing. @throws CommandError `setUp` */
export async function setUpSocks(announce: (line: string) => void): Promise<void> {
  if (existsSync('/usr/bin/microsocks')) return
  await installDebianPackages('The SOCKS5 server microsocks is', ['microsocks'], announce)
}
