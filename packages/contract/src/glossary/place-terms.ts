/** Terms of the machines that drive load, of monitoring, and of people and projects. */
import type { Term } from './term.ts'

export const environmentTerms: readonly Term[] = [
  {
    id: 'load-machine',
    zh: '压力机',
    en: 'load machine',
    meaning: {
      zh: '运行压测进程、向被测系统发出请求的机器，由其上的 Agent 接入平台。',
      en: 'A machine that runs engine processes and sends requests to the system under test; its agent connects it to the server.',
    },
    not: {
      zh: ['负载机', '压测机', '施压机', '发压机', '负载生成器'],
      en: ['load generator', 'load injector', 'injector', 'load agent', 'slave'],
    },
    see: ['agent', 'cluster', 'engine-process'],
  },
  {
    id: 'engine-process',
    zh: '压测进程',
    en: 'engine process',
    meaning: {
      zh: '压力机上发出请求的进程，一般每个 CPU 核一个；JMeter 任务每台压力机一个。',
      en: 'A process of a load machine that sends requests, usually one per core; one per machine for JMeter.',
    },
    not: {
      zh: ['施压进程', '工作进程'],
      en: ['load worker', 'load workers', 'worker process', 'worker processes'],
    },
    see: ['load-machine', 'engine'],
  },
  {
    id: 'controller',
    zh: '控制机',
    en: 'controller',
    meaning: {
      zh: 'Pone 的服务进程：分配用户、同步压力机并合并结果。',
      en: 'A server process of Pone: it shares out users, keeps load machines in step and merges results.',
    },
    not: { zh: ['主控机', '调度机'], en: ['master'] },
    see: ['load-machine', 'cluster'],
  },
  {
    id: 'cluster',
    zh: '集群',
    en: 'cluster',
    meaning: {
      zh: '一组同类型（PR 或 JMeter）的压力机，公共或分配给项目。场景在一个集群上执行。',
      en: 'Load machines of one type (PR or JMeter), public or assigned to projects. A scenario runs on one cluster.',
    },
    not: { zh: ['资源池', '压力机组'], en: ['resource pool', 'machine group'] },
    see: ['load-machine'],
  },
  {
    id: 'agent',
    zh: 'Agent',
    en: 'agent',
    meaning: {
      zh: '压力机上的 Pone 程序：连接服务器，接收任务，启动压测进程，回传结果。',
      en: 'Pone’s program on a load machine: it connects to the server, takes tasks, starts engine processes and sends results back.',
    },
    see: ['load-machine', 'join-token'],
  },
  {
    id: 'join-token',
    zh: '接入令牌',
    en: 'join token',
    meaning: {
      zh: '压力机第一次接入时使用的凭证；之后压力机使用自己的密钥。',
      en: 'What a load machine shows when it joins for the first time; from then on it uses a key of its own.',
    },
    not: { zh: ['加入令牌', '注册令牌'], en: ['registration token'] },
    see: ['agent'],
  },
  {
    id: 'host',
    zh: '主机',
    en: 'host',
    meaning: {
      zh: '在环境部署中登记的 Linux 机器，平台通过 SSH 在其上安装 Agent。',
      en: 'A Linux machine that is entered on the deployment page; the product installs an agent on it by SSH.',
    },
    see: ['deployment', 'agent'],
  },
  {
    id: 'deployment',
    zh: '部署',
    en: 'deployment',
    meaning: {
      zh: '在主机上安装、启动、停止和卸载 Agent、PR、JMeter 和 Arthas；操作排队执行，可以取消。',
      en: 'Installs, starts, stops and uninstalls agent, PR, JMeter and Arthas on hosts; operations wait in a queue and can be cancelled.',
    },
    see: ['host', 'package'],
  },
  {
    id: 'package',
    zh: '安装包',
    en: 'install package',
    meaning: {
      zh: 'Agent、PR、JMeter 或 Arthas 的一个可安装文件，按系统、CPU 架构和版本区分。',
      en: 'A file from which agent, PR, JMeter or Arthas is installed, one per system, CPU architecture and version.',
    },
    page: '/pone/atf/projects/downloadCenter',
  },
  {
    id: 'download-centre',
    zh: '下载中心',
    en: 'download centre',
    meaning: {
      zh: '存放安装包的页面：管理员上传，用户下载，部署时由平台安装到主机。',
      en: 'The page that holds install packages: administrators upload them, users download them, and deployment installs them on hosts.',
    },
    see: ['package', 'deployment'],
    page: '/pone/atf/projects/downloadCenter',
  },
  {
    id: 'overload',
    zh: '过载',
    en: 'overload',
    meaning: {
      zh: '压力机本身成为瓶颈（CPU、事件循环或连接数），此时测得的响应时间不可信。',
      en: 'A load machine is itself the bottleneck (CPU, event loop or connections); response times measured then cannot be trusted.',
    },
    see: ['load-machine'],
  },
]

export const organisationTerms: readonly Term[] = [
  {
    id: 'project',
    zh: '项目',
    en: 'project',
    meaning: {
      zh: '组件、场景、执行记录和成员的归属；成员按角色拥有功能。',
      en: 'Holds components, scenarios, execution records and members; what a member may do depends on the role.',
    },
  },
  {
    id: 'licence',
    zh: '许可证',
    en: 'licence',
    meaning: {
      zh: '规定可用的虚拟用户总数和授权天数的签名文件；没有许可证时使用社区许可。',
      en: 'A signed file with the total virtual users and the authorised days; without one the community licence holds.',
    },
    not: { zh: ['授权文件', '授权证书'], en: ['license file'] },
    see: ['issue-date', 'virtual-user'],
  },
  {
    id: 'issue-date',
    zh: '签发日期',
    en: 'production date',
    meaning: {
      zh: '许可证文件的签发时间。',
      en: 'When the licence file was made.',
    },
    not: { zh: ['生产日期'] },
    see: ['licence'],
  },
  {
    id: 'operation-record',
    zh: '操作记录',
    en: 'operation record',
    meaning: {
      zh: '谁在何时、从哪里、对什么做了什么，以及变更前后的内容。',
      en: 'Who did what to which thing, when and from where, with what it was before and after.',
    },
    not: { zh: ['审计日志', '操作日记'], en: ['audit log', 'audit trail'] },
  },
  {
    id: 'account',
    zh: '账号',
    en: 'account',
    meaning: {
      zh: '登录平台的名称；分为项目用户和管理员。',
      en: 'The name that signs in; either a project user or an administrator.',
    },
    not: { zh: ['帐号', '帐户'] },
  },
  {
    id: 'api-token',
    zh: 'API 令牌',
    en: 'API token',
    meaning: {
      zh: '供脚本和流水线代替账号密码使用，只能访问一个项目，权限不超过本人。',
      en: 'Stands in for account and password in scripts and pipelines: one project, never more than its owner may do.',
    },
    not: { zh: ['访问令牌', 'API 密钥'], en: ['access token', 'API key'] },
  },
]

export const monitoringTerms: readonly Term[] = [
  {
    id: 'monitor',
    zh: '监控',
    en: 'monitor',
    meaning: {
      zh: '对一个对象的指标采集，例如一台主机、一个数据库或一个 JVM。',
      en: 'Collects counters of one thing, such as a host, a database or a JVM.',
    },
    see: ['counter', 'monitoring-stream'],
  },
  {
    id: 'counter',
    zh: '指标',
    en: 'counter',
    meaning: {
      zh: '随时间变化的一个数值，例如 CPU 使用率或连接数。',
      en: 'A number that changes over time, such as CPU usage or open connections.',
    },
  },
  {
    id: 'monitoring-stream',
    zh: '监控流',
    en: 'monitoring stream',
    meaning: {
      zh: '一条监控链路从启动到停止之间采集的全部数据。',
      en: 'All that one monitoring link collected between its start and its stop.',
    },
    not: { zh: ['数据流报告'], en: ['data-flow report'] },
  },
  {
    id: 'chart-group',
    zh: '图表分组',
    en: 'chart group',
    meaning: {
      zh: '监控大盘上的一组折线图或柱状图，一张图可以包含多个监控的指标。',
      en: 'Line or bar charts of a dashboard; one chart can show counters of several monitors.',
    },
    see: ['counter', 'monitor'],
  },
  {
    id: 'flame-diagram',
    zh: '火焰图',
    en: 'flame diagram',
    meaning: {
      zh: '一段时间内代码各方法占用 CPU、时间、内存或等待锁的比例，宽度即占比；由剖析文件绘制。',
      en: 'Which methods used CPU, time or memory, or waited for locks, over some time; the width of a frame is its share. It is drawn from a profile file.',
    },
    not: { en: ['flame graph', 'flamegraph'] },
  },
]
