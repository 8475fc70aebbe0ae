/** The target's configuration: one nginx worker that answers from memory and counts its requests. */

/** The answer of 88 bytes that every generator gets. */
export const answer =
  '{"id":4711,"name":"Wonderful widget","price":12.5,"currency":"EUR","stock":7,"new":true}'
/** Text that every answer contains; generators that can check search for it. */
export const expectedText = 'Wonderful widget'

/** Addresses of the target: more than one, as connecting to a single one slows down when half of the local ports are taken. */
export const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'] as const

export interface NginxOptions {
  readonly port: number
  /** Port of the same over TLS, with HTTP/2 for those who ask for it; null = none. */
  readonly secure: { readonly port: number; readonly key: string; readonly cert: string } | null
  /** Port on which the counter of requests is read; these readings are not logged. */
  readonly statusPort: number
  /** Absolute path, or null for none. Each line: instant in s, status, connection. */
  readonly accessLog: string | null
  /** Share of the requests whose connection is reset instead of answered, percent. */
  readonly resetPercent: number
  /** Maximum number of connections. */
  readonly connections: number
  /** The system user that the worker runs as. */
  readonly user: string | null
}

/** Text of nginx.conf. */
export function nginxConfig(options: NginxOptions): string {
  const { port, secure, statusPort, accessLog, resetPercent, connections, user } = options
  const reset =
    resetPercent === 0
      ? ''
      : `split_clients "$connection.$connection_requests" $fate { ${resetPercent}% reset; * answer; }`
  return `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log crit;
${user === null ? '' : `user ${user};`}
events { worker_connections ${connections}; multi_accept on; }
http {
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  log_format bench '$msec $status $connection';
  access_log ${accessLog === null ? 'off' : `${accessLog} bench`};
  keepalive_timeout 600s;
  keepalive_requests 1000000000;
  reset_timedout_connection on;
  default_type application/json;
  ${reset}
  server {
    ${addresses.map(address => `listen ${address}:${port} backlog=32768;`).join(' ')}
    ${secure === null ? '' : secureLines(secure)}
    location / {
      ${resetPercent === 0 ? '' : 'if ($fate = reset) { return 444; }'}
      return 200 '${answer}';
    }
  }
  server {
    listen 127.0.0.1:${statusPort};
    access_log off;
    location / { stub_status; }
  }
}
`
}

const secureLines = ({ port, key, cert }: NonNullable<NginxOptions['secure']>) =>
  `listen 127.0.0.1:${port} ssl http2 backlog=32768; ssl_certificate ${cert}; ssl_certificate_key ${key};`
