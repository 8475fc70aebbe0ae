/** Ensures that the machine has the servers that the tests of monitors ask, and the exporters that they are compared with. */
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.ts'

const programs = {
  'prometheus-node-exporter': '/usr/bin/prometheus-node-exporter',
  'nginx-light': '/usr/sbin/nginx',
  'prometheus-nginx-exporter': '/usr/bin/prometheus-nginx-exporter',
  'rabbitmq-server': '/usr/lib/rabbitmq/bin/rabbitmq-server',
  'tomcat10-admin': '/usr/share/tomcat10-admin/manager',
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
  'busybox-static': '/bin/busybox',
  'iputils-ping': '/usr/bin/ping',
  tomcat10: '/usr/share/tomcat10/bin/bootstrap.jar',
}

/** As root, installs what is missing. @throws CommandError `setUp` */
export async function setUpMonitored(announce: (line: string) => void): Promise<void> {
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  if (missing.length > 0) await installDebianPackages(`${missing.join(', ')}:`, missing, announce)
}
