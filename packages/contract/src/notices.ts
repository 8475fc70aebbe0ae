/** The catalogue of notices: conditions of the installation that an administrator has to know of and can end; shown on the administrator's home page. */

import { type Bilingual, type Language, textIn } from '@pone/schema/bilingual.ts'
import { z } from 'zod'

/** `warning`: the installation works, at a risk. `error`: something does not work, or will stop soon. */
const severities = ['error', 'warning'] as const

interface NoticeEntry {
  readonly severity: (typeof severities)[number]
  /** What the condition is. */
  readonly title: Bilingual
  /** What follows from it, and what ends it. */
  readonly text: Bilingual
}

/** `{name}` in a text is replaced by the parameter of that name. */
export const noticeCatalogue = {
  plainNetwork: {
    severity: 'warning',
    title: {
      zh: '服务器对网络开放，但没有加密',
      en: 'The server is open to the network without encryption',
    },
    text: {
      zh: '服务器监听 {host}，既没有 TLS 证书，也没有指定可信的代理：密码、令牌和压力机的连接在网络上可被读取。请用 PONE_TLS_CERT 和 PONE_TLS_KEY 设置证书，或在前面放置终结 TLS 的代理，并用 PONE_TRUST_PROXY 写出代理的地址。',
      en: 'The server listens on {host} with neither a TLS certificate nor a trusted proxy: passwords, tokens and the lines of load machines can be read on the network. Set PONE_TLS_CERT and PONE_TLS_KEY, or put a proxy with TLS in front and name its address in PONE_TRUST_PROXY.',
    },
  },
  everyProxyTrusted: {
    severity: 'warning',
    title: {
      zh: '任何机器都被当作可信的代理',
      en: 'Every machine counts as a trusted proxy',
    },
    text: {
      zh: 'PONE_TRUST_PROXY=true 使任何能直接访问服务器的人都可以伪造自己的地址（X-Forwarded-For），从而绕过按地址的限制。请改为代理的地址或网段，如 PONE_TRUST_PROXY=10.0.0.5,10.1.0.0/16。',
      en: 'With PONE_TRUST_PROXY=true whoever reaches the server directly can pretend to have any address (X-Forwarded-For) and pass the limits by address. Name the addresses or networks of the proxies instead: PONE_TRUST_PROXY=10.0.0.5,10.1.0.0/16.',
    },
  },
  serverDiskLow: {
    severity: 'warning',
    title: { zh: '服务器磁盘快满了：只剩 {free}', en: 'The disk of the server is nearly full: {free} left' },
    text: {
      zh: '{folder} 所在的磁盘存放上传的文件、样本日志和报告；写满后上传会失败。请清理磁盘或扩容。',
      en: 'The disk of {folder} holds uploads, sample logs and reports; when it is full, uploads fail. Make room on it or enlarge it.',
    },
  },
  databaseDiskLow: {
    severity: 'warning',
    title: {
      zh: '数据库磁盘快满了：只剩 {free}',
      en: 'The disk of the database is nearly full: {free} left',
    },
    text: {
      zh: '{folder} 所在的磁盘存放数据库；写满后无法保存任何内容：不能登录和启动执行，正在执行的任务的结果留在压力机上，有空间后再送达。请清理磁盘或扩容。',
      en: 'The disk of {folder} holds the database; when it is full, nothing can be stored: nobody signs in, no run starts, and results of runs under way wait on their load machines until there is room. Make room on it or enlarge it.',
    },
  },
  machineDiskLow: {
    severity: 'warning',
    title: { zh: '压力机磁盘快满了：{machines}', en: 'Load machines whose disk is nearly full: {machines}' },
    text: {
      zh: '磁盘写满后，执行数据改存内存并继续发送，样本日志和错误样本不再保留；空间不足 64 MiB 时不能启动执行。请清理这些机器的磁盘。',
      en: 'On a full disk figures are kept in memory and sent on, sample logs and samples of errors are left out; below 64 MiB no run is started. Make room on these machines.',
    },
  },
  machineFlooded: {
    severity: 'warning',
    title: {
      zh: '压力机发送了过多消息，连接已被断开：{machines}',
      en: 'Load machines that flooded the server and were cut off: {machines}',
    },
    text: {
      zh: '该机器的 Agent 在最近 24 小时内发送了大量与其任务无关的消息，服务器断开了连接并让它等待一分钟。请查看该机器上 Agent 的日志；如果不是自己的机器，请吊销它的密钥。',
      en: 'Within the last 24 hours its agent sent very many messages about work that it was not given; the server closed its line and let it wait for a minute. Look at the log of the agent on that machine; if the machine is not yours, revoke its key.',
    },
  },
  fixedCaptcha: {
    severity: 'warning',
    title: {
      zh: '验证码被设为固定值',
      en: 'The verification code is fixed',
    },
    text: {
      zh: '环境变量 PONE_CAPTCHA_FIXED 使一个固定的验证码始终有效，程序可以不看图片就尝试登录和注册。它只用于测试：请删除该变量并重启服务器。',
      en: 'PONE_CAPTCHA_FIXED makes one verification code valid always, so a program can try to sign in and to register without reading a picture. It is for tests only: remove the variable and restart the server.',
    },
  },
  machinesOffline: {
    severity: 'warning',
    title: { zh: '压力机离线：{machines}', en: 'Load machines that are offline: {machines}' },
    text: {
      zh: '这些压力机处于启用状态但没有连接到服务器，不能承担负载。请启动机器上的代理，或在集群管理中停用它们。',
      en: 'They are in service but not connected, so that they drive no load. Start their agents, or take them out of service on the cluster page.',
    },
  },
  machinesOutdated: {
    severity: 'warning',
    title: { zh: '压力机版本落后：{machines}', en: 'Load machines of an older version: {machines}' },
    text: {
      zh: '代理的版本低于服务器 {version}，新功能可能不可用。请在下载中心升级。',
      en: 'Their agents are older than the server, {version}, and may lack functions. Upgrade them on the download page.',
    },
  },
  licenceEnds: {
    severity: 'warning',
    title: { zh: '许可证还有 {days} 天到期', en: 'The licence expires in {days} days' },
    text: {
      zh: '到期后不能启动执行。请安装新的许可证。',
      en: 'After that no run can be started. Install a new one.',
    },
  },
  licenceUnusable: {
    severity: 'error',
    title: { zh: '许可证不可用，不能启动执行', en: 'The licence cannot be used: no run can be started' },
    text: { zh: '请查看原因并安装有效的许可证。', en: 'See why, and install a valid one.' },
  },
  certificateEnds: {
    severity: 'warning',
    title: { zh: '服务器证书将于 {date} 到期', en: 'The certificate of the server expires on {date}' },
    text: {
      zh: '到期后浏览器和压力机都无法连接。请更换 PONE_TLS_CERT 和 PONE_TLS_KEY 指向的文件，无需重启。',
      en: 'After that neither browsers nor load machines connect. Replace the files of PONE_TLS_CERT and PONE_TLS_KEY; no restart is needed.',
    },
  },
  accountsLocked: {
    severity: 'warning',
    title: { zh: '{count} 个账号已锁定', en: 'Accounts that are locked: {count}' },
    text: {
      zh: '多次输错密码或由管理员锁定的账号不能登录。可在用户管理中解锁。',
      en: 'Locked after wrong passwords or by an administrator, they cannot sign in. Unlock them on the user page.',
    },
  },
  operationsFailed: {
    severity: 'warning',
    title: {
      zh: '近 24 小时有 {count} 个部署操作失败',
      en: 'Deployment operations that failed in the last 24 hours: {count}',
    },
    text: {
      zh: '请在部署日志中查看原因并重试。',
      en: 'See why in the log of the deployment page, and try again.',
    },
  },
  registrationsWaiting: {
    severity: 'warning',
    title: {
      zh: '{count} 个注册的账号等待批准',
      en: 'Accounts that wait for approval: {count}',
    },
    text: {
      zh: '申请人在批准之前不能登录。请在用户管理中批准或拒绝。',
      en: 'Who registered them cannot sign in before. Approve or refuse them on the user page.',
    },
  },
} as const satisfies Record<string, NoticeEntry>

export type NoticeId = keyof typeof noticeCatalogue
const noticeIds = Object.keys(noticeCatalogue) as [NoticeId, ...NoticeId[]]

export const noticeSchema = z.object({
  id: z.enum(noticeIds),
  severity: z.enum(severities),
  /** Fill the holes of title and text. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Notice = z.infer<typeof noticeSchema>

/** Title and text of a notice in one language, parameters filled in. */
export function noticeWords({ id, params }: Notice, language: Language): { title: string; text: string } {
  const { title, text } = noticeCatalogue[id]
  return { title: textIn(title, params, language), text: textIn(text, params, language) }
}
