/** Texts of why JMeter could not run a plan, or ended early. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const jmeterCauses = {
  jmeterMissing: {
    zh: '压力机上没有 JMeter，请从下载中心安装，或在该机器上执行 ./pone install jmeter',
    en: 'JMeter is not installed on the load machine; install it from the download centre, or run ./pone install jmeter on the machine',
  },
  jmeterVersionMissing: {
    zh: '压力机上没有安装 JMeter {version}',
    en: 'JMeter {version} is not installed on the load machine',
  },
  javaMissing: {
    zh: '压力机上没有可用的 Java，JMeter 需要 Java 8 或更高版本',
    en: 'no usable Java on the load machine; JMeter requires Java 8 or later',
  },
  javaRefused: {
    zh: 'Java 没有启动起来就退出了（退出码 {code}），请检查场景中的 Java 虚拟机选项',
    en: 'Java exited before JMeter started (exit code {code}); check the JVM options of the scenario',
  },
  heapTooLarge: {
    zh: 'Java 虚拟机选项 {option} 超过压力机的内存（{memoryMib} MiB）',
    en: 'JVM option {option} exceeds the memory of the load machine ({memoryMib} MiB)',
  },
  outOfMemory: {
    zh: 'JMeter 内存不足，请在 Java 虚拟机选项中用 -Xmx 加大内存，或减少每台压力机的用户数',
    en: 'JMeter ran out of memory; increase it with -Xmx in the JVM options, or reduce the users per load machine',
  },
  pluginMissing: {
    zh: '计划用到 {name}，压力机的 JMeter 中没有这个类：缺少插件 jar，请上传到组件或安装到 JMeter',
    en: 'the plan uses {name}, but this class is missing in JMeter on the load machine; upload the plugin jar to the component or install it in JMeter',
  },
  threadGroupsMissing: {
    zh: '这种负载需要插件线程组（jmeter-plugins-casutg），压力机的 JMeter {version} 中没有；请把该 jar 上传到组件，或安装自带它的 JMeter',
    en: 'this load requires the plugin thread groups (jmeter-plugins-casutg), which are missing in JMeter {version} on the load machine; upload the jar to the component, or install a JMeter that includes it',
  },
  planFileMissing: {
    zh: '计划用到的文件不存在：{name}；请上传到组件',
    en: 'the plan uses a file that does not exist: {name}; upload it to the component',
  },
  fileNotFetched: {
    zh: '压力机没能取到文件 {name}',
    en: 'the load machine could not download the file {name}',
  },
  planUnreadable: { zh: '计划无法读取：{reason}', en: 'the plan cannot be read: {reason}' },
  ofComponent: { zh: '组件“{component}”：{reason}', en: 'component “{component}”: {reason}' },
  javaNotApart: {
    zh: 'JMeter 以 Agent 的 root 账号运行：无法为它分配独立账号，或独立账号读不到 JMeter、Java 或运行目录（例如位于 /root 下）。计划里的代码拥有 root 能做的一切；请把 Agent 安装到其他账号可读的目录，或以普通用户运行 Agent',
    en: 'JMeter runs as root, the account of the agent: no separate account could be assigned, or that account cannot read JMeter, Java or the run folder (for example below /root). Code in the plan has all permissions of root. Install the agent in a folder readable by other accounts, or run the agent as a regular user',
  },
  planNotCompiled: {
    zh: 'JMeter 无法执行计划：{reason}',
    en: 'JMeter cannot run the plan: {reason}',
  },
  planNotLoaded: {
    zh: 'JMeter 在装载计划时退出（退出码 {code}）',
    en: 'JMeter exited while loading the plan (exit code {code})',
  },
  planLoadTimeout: {
    zh: 'JMeter 在 {seconds} 秒内没有准备好（装载计划和 setUp 线程组）',
    en: 'JMeter was not ready within {seconds} s (loading the plan and running setUp thread groups)',
  },
  setUpStopped: {
    zh: 'setUp 线程组停止了测试，没有开始加压',
    en: 'a setUp thread group stopped the test before the load started',
  },
  stoppedByPlan: { zh: '测试计划停止了测试', en: 'the test plan stopped the test' },
  jmeterEnded: {
    zh: 'JMeter 意外退出（退出码 {code}），结果不完整',
    en: 'JMeter exited unexpectedly (exit code {code}); the results are incomplete',
  },
  rowCutOff: {
    zh: 'JMeter 的最后一行结果不完整',
    en: 'the last line of the JMeter results is incomplete',
  },
  noSample: {
    zh: 'JMeter 结束了，但没有发出任何请求',
    en: 'JMeter ended without sending any request',
  },
  resultsUnreadable: {
    zh: 'JMeter 的结果无法读取（{code}）',
    en: 'the JMeter results cannot be read ({code})',
  },
} as const satisfies Catalogue
