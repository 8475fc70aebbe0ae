/** Texts of why JMeter could not run a plan, or ended early. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const jmeterCauses = {
  jmeterMissing: {
    zh: '压力机上没有 JMeter，请从下载中心安装，或在该机器上执行 ./pone install jmeter',
    en: 'there is no JMeter on the machine: install one from the download centre, or by ./pone install jmeter',
  },
  jmeterVersionMissing: {
    zh: '压力机上没有安装 JMeter {version}',
    en: 'JMeter {version} is not installed on the machine',
  },
  javaMissing: {
    zh: '压力机上没有可用的 Java，JMeter 需要 Java 8 或更高版本',
    en: 'there is no Java on the machine, which JMeter needs (version 8 or later)',
  },
  javaRefused: {
    zh: 'Java 没有启动起来就退出了（退出码 {code}），请检查场景中的 Java 虚拟机选项',
    en: 'Java ended before JMeter ran (exit code {code}): check the Java options of the scenario',
  },
  heapTooLarge: {
    zh: 'Java 虚拟机选项 {option} 超过压力机的内存（{memoryMib} MiB）',
    en: 'the Java option {option} asks for more memory than the machine has ({memoryMib} MiB)',
  },
  outOfMemory: {
    zh: 'JMeter 内存不足，请在 Java 虚拟机选项中用 -Xmx 加大内存，或减少每台压力机的用户数',
    en: 'JMeter ran out of memory: give it more with -Xmx in the Java options, or fewer users per machine',
  },
  pluginMissing: {
    zh: '计划用到 {name}，压力机的 JMeter 中没有这个类：缺少插件 jar，请上传到组件或安装到 JMeter',
    en: 'the plan uses {name}, which the JMeter of the machine does not have: a plugin jar is missing; upload it to the component or put it into JMeter',
  },
  threadGroupsMissing: {
    zh: '这种负载需要插件线程组（jmeter-plugins-casutg），压力机的 JMeter {version} 中没有；请把该 jar 上传到组件，或安装自带它的 JMeter',
    en: 'the load needs the plugin thread groups (jmeter-plugins-casutg), which JMeter {version} on the machine does not have: upload the jar to the component, or install a JMeter that brings it',
  },
  planFileMissing: {
    zh: '计划用到的文件不存在：{name}；请上传到组件',
    en: 'a file of the plan is missing: {name}; upload it to the component',
  },
  fileNotFetched: {
    zh: '压力机没能取到文件 {name}',
    en: 'the machine could not fetch the file {name}',
  },
  planUnreadable: { zh: '计划无法读取：{reason}', en: 'the plan cannot be read: {reason}' },
  ofComponent: { zh: '组件“{component}”：{reason}', en: 'component “{component}”: {reason}' },
  javaNotApart: {
    zh: 'JMeter 以 Agent 的 root 账号运行：无法为它分配独立账号，或独立账号读不到 JMeter、Java 或运行目录（例如位于 /root 下）。计划里的代码拥有 root 能做的一切；请把 Agent 安装到其他账号可读的目录，或以普通用户运行 Agent',
    en: 'JMeter runs with the agent’s account, root: it cannot be given an account of its own, or that one cannot reach JMeter, Java or the run’s folder (e.g. below /root). Code of the plan can do all that root can; install the agent in a folder that others can read, or run it as an ordinary user',
  },
  planNotCompiled: {
    zh: 'JMeter 无法执行计划：{reason}',
    en: 'JMeter cannot run the plan: {reason}',
  },
  planNotLoaded: {
    zh: 'JMeter 在装载计划时退出（退出码 {code}）',
    en: 'JMeter ended while it was loading the plan (exit code {code})',
  },
  planLoadTimeout: {
    zh: 'JMeter 在 {seconds} 秒内没有准备好（装载计划和 setUp 线程组）',
    en: 'JMeter did not get ready within {seconds} s (to load the plan and run its setUp groups)',
  },
  setUpStopped: {
    zh: 'setUp 线程组停止了测试，没有开始加压',
    en: 'a setUp thread group stopped the test before its load began',
  },
  stoppedByPlan: { zh: '计划停止了测试', en: 'the plan stopped the test' },
  jmeterEnded: {
    zh: 'JMeter 意外退出（退出码 {code}），结果不完整',
    en: 'JMeter ended unexpectedly (exit code {code}), so its results are not complete',
  },
  rowCutOff: {
    zh: 'JMeter 的最后一行结果不完整',
    en: 'the last row of JMeter’s results is cut off',
  },
  noSample: {
    zh: 'JMeter 结束了，但没有发出任何请求',
    en: 'JMeter ended without a single sample',
  },
  resultsUnreadable: {
    zh: 'JMeter 的结果无法读取（{code}）',
    en: 'the results of JMeter cannot be read ({code})',
  },
} as const satisfies Catalogue
