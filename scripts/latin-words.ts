/** English words in Chinese texts: everything but names of products, protocols and formats, and what readers type or find in files, is a leak of English. */

/** Names that Chinese engineers write in Latin letters; abbreviations in capitals and names with capitals inside need no entry. */
const names = `Agent Alertmanager Android Apache Arthas Authorization Basic Bearer Chrome Cookie Excel Gatling Helm Holm Insomnia Jaeger Java Kotlin Kubernetes Linux Mann Pacing Pod Pone
  Postman Scala Secret Slack Swagger Socket Webhook Welch Whitney Xmx Del Esc Mi Schema`
/** Columns of JMeter's results. */
const columns = 'Connect Latency other'
/** File types, units, programs and accounts. */
const programs = `capture cer crt csv dat dumpcap gzip jar jmx key lic pcap pcapng pem pfx tgz txt xlsx xml zip ms mm ss dd xx yyyy root sudo sshd systemd openssl origin tcpdump nodes
  legacy in out glibc kubeconfig ssh-keygen lf uname telnet http https ws wss cron jmeter jmeter-plugins-casutg pone-agent pr bundle
  install run lib hosts nightly-ci`
/** Words of code, plans and protocols, which are typed or compared as they are. */
const code = `traceparent all auth-provider await ca chunked component default encoded error warn info exec export file form get post hex input knowledge
  prior literal log loop name permessage-deflate ping pong service steps transaction undefined user var worker licence`

/** What monitors read of hosts and of middleware. */
const monitored =
  'Erlang Grafana Span Tempo Zipkin Jolokia Kafka Lucene Pulsar monitoring manager-jmx Nginx Prometheus Tomcat Unix Windows admins df inode stub users Docker Podman kubelet kubectl metrics-server certificate-authority-data vmstat iostat svmon lparstat netstat uptime tempdb Server'

/** Fields and values of monitor type files, as they are written. */
const typeFiles = `sections charts tables rows counter counters params true false body type key names help version name host port
  request from kind gauge state text answer json fields prometheus computed redis mysql postgresql kafka ssh reach`

/** Formats of profile files and the tools that write them. */
const profilers =
  'collapsed cpuprofile perf pprof script speedscope async-profiler musl inspector inspect net py-spy runtime.SetMutexProfileFraction Go Python Maglev no-maglev'

const allowed = new Set(
  `${profilers} ${names} ${columns} ${programs} ${code} ${monitored} ${typeFiles}`.split(/\s+/),
)

/** Places, addresses, paths, file names, options and calls, which are not words of the text. */
const codePatterns: readonly RegExp[] = [
  /\$?\{\{?[^}]*\}?\}/g,
  /[\w.-]*[/\\_=<>@$*|#&][\w./\\=@*:-]*/g,
  /\b[\w-]*(?:\.[\w-]+)+/g,
  /\w+\([^)]*\)/g,
]

/** The English words of a Chinese text that are not names. */
export function englishWordsIn(zh: string): string[] {
  const bare = codePatterns.reduce((text, pattern) => text.replaceAll(pattern, ' '), zh)
  const words = bare.match(/[A-Za-z][A-Za-z0-9+-]*/g) ?? []
  return words.filter(
    word => /^[A-Z]?[a-z]+(?:-[a-z]+)*$/.test(word) && word.length > 1 && !allowed.has(word),
  )
}
