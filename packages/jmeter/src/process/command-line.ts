/** The command line of a JMeter that runs one plan without a window and writes the files that a worker reads. */
import { delimiter, join } from 'node:path'
import { jarOf } from './homes.ts'

/** Format of the sample log: XML contains sub-samples, which CSV leaves out. */
export type RowFormat = 'csv' | 'xml'

export interface CommandLine {
  /** Folder with bin and lib. */
  readonly home: string
  readonly javaMajor: number
  /** The user's options; they override Pone's. */
  readonly jvmOptions: readonly string[]
  /** The user's properties, as `-J`. */
  readonly properties: readonly { readonly name: string; readonly value: string }[]
  readonly planPath: string
  readonly rowsPath: string
  readonly rowFormat: RowFormat
  /** The XML log also contains requests and responses. */
  readonly isFull: boolean
  readonly logPath: string
  readonly logConfigPath: string
  /** Jars of the component, which are loaded. */
  readonly jarPaths: readonly string[]
  readonly stopPort: number
}

const quietHeap = ['-Xms256m', '-Xmx1g']

/** The modules that JMeter's own start script opens on a Java with modules. */
const openedModules = [
  'java.desktop/sun.awt',
  'java.desktop/sun.swing',
  'java.desktop/javax.swing.text.html',
  'java.desktop/java.awt',
  'java.desktop/java.awt.font',
  'java.base/java.lang',
  'java.base/java.lang.invoke',
  'java.base/java.lang.reflect',
  'java.base/java.util',
  'java.base/java.text',
]

/** Columns that the worker needs; they override the machine's and the user's properties. */
const savedColumns = {
  autoflush: 'true',
  timestamp_format: 'ms',
  print_field_names: 'true',
  default_delimiter: ',',
  label: 'true',
  response_code: 'true',
  response_message: 'true',
  successful: 'true',
  thread_name: 'true',
  data_type: 'true',
  time: 'true',
  latency: 'true',
  connect_time: 'true',
  idle_time: 'true',
  bytes: 'true',
  sent_bytes: 'true',
  thread_counts: 'true',
  sample_count: 'false',
  url: 'true',
  hostname: 'false',
  encoding: 'false',
  assertion_results_failure_message: 'true',
}

/** Arguments for the program that starts Java. */
export function argumentsOf(line: CommandLine): string[] {
  return [
    ...quietHeap,
    '-Djava.awt.headless=true',
    ...(line.javaMajor < 9 ? [] : openedModules.map(module => `--add-opens=${module}=ALL-UNNAMED`)),
    ...line.jvmOptions,
    '-jar',
    jarOf(line.home),
    '-n',
    '-t',
    line.planPath,
    '-l',
    line.rowsPath,
    '-j',
    line.logPath,
    '-i',
    line.logConfigPath,
    ...line.properties.map(({ name, value }) => `-J${name}=${value}`),
    ...savedProperties(line).map(([name, value]) => `-Jjmeter.save.saveservice.${name}=${value}`),
    `-Jjmeterengine.nongui.port=${line.stopPort}`,
    `-Jjmeterengine.nongui.maxport=${line.stopPort}`,
    // Its figures are computed from the rows.
    '-Jsummariser.out=false',
    '-Jsummariser.log=false',
    ...(line.jarPaths.length === 0 ? [] : [`-Jsearch_paths=${line.jarPaths.join(';')}`]),
    ...(line.jarPaths.length === 0 ? [] : [`-Juser.classpath=${line.jarPaths.join(delimiter)}`]),
  ]
}

function savedProperties({ rowFormat, isFull }: CommandLine): [string, string][] {
  const full = String(isFull)
  return Object.entries({
    ...savedColumns,
    output_format: rowFormat,
    subresults: String(rowFormat === 'xml'),
    assertions: isFull ? 'all' : 'none',
    assertion_results: isFull ? 'all' : 'none',
    response_data: full,
    'response_data.on_error': 'false',
    samplerData: full,
    requestHeaders: full,
    responseHeaders: full,
  })
}

/** The named pipe that JMeter waits for, in its folder. */
export const gateName = 'pone-start'

/** Paths of a run of JMeter, in a folder of its own, beside the files of its component. */
export const jmeterPaths = (folder: string) => ({
  planPath: join(folder, 'pone-plan.jmx'),
  gatePath: join(folder, gateName),
  pidPath: join(folder, 'java.pid'),
  logPath: join(folder, 'jmeter.log'),
  logConfigPath: join(folder, 'log4j2.xml'),
  outputPath: join(folder, 'output.txt'),
})
