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
      en: 'The server listens on {host} without a TLS certificate and without a trusted proxy. Passwords, tokens and connections of load machines can be read on the network. Set a certificate with PONE_TLS_CERT and PONE_TLS_KEY, or use a TLS-terminating proxy and set its address in PONE_TRUST_PROXY.',
    },
  },
  everyProxyTrusted: {
    severity: 'warning',
    title: {
      zh: '任何机器都被当作可信的代理',
      en: 'All machines are treated as trusted proxies',
    },
    text: {
      zh: 'PONE_TRUST_PROXY=true 使任何能直接访问服务器的人都可以伪造自己的地址（X-Forwarded-For），从而绕过按地址的限制。请改为代理的地址或网段，如 PONE_TRUST_PROXY=10.0.0.5,10.1.0.0/16。',
      en: 'With PONE_TRUST_PROXY=true, anyone who can reach the server directly can forge the client address (X-Forwarded-For) and bypass limits by address. Set the addresses or networks of the proxies instead, for example PONE_TRUST_PROXY=10.0.0.5,10.1.0.0/16.',
    },
  },
  serverDiskLow: {
    severity: 'warning',
    title: { zh: '服务器磁盘快满了：只剩 {free}', en: 'The disk of the server is almost full: {free} left' },
    text: {
      zh: '{folder} 所在的磁盘存放上传的文件、样本日志和报告；写满后上传会失败。请清理磁盘或扩容。',
      en: 'The disk of {folder} stores uploaded files, sample logs and reports. When it is full, uploads fail. Free up or add disk space.',
    },
  },
  databaseDiskLow: {
    severity: 'warning',
    title: {
      zh: '数据库磁盘快满了：只剩 {free}',
      en: 'The disk of the database is almost full: {free} left',
    },
    text: {
      zh: '{folder} 所在的磁盘存放数据库；写满后无法保存任何内容：不能登录和启动执行，正在执行的任务的结果留在压力机上，有空间后再送达。请清理磁盘或扩容。',
      en: 'The disk of {folder} stores the database. When it is full, nothing can be saved: sign-in and starting runs fail, and results of active runs stay on the load machines until space is available. Free up or add disk space.',
    },
  },
  machineDiskLow: {
    severity: 'warning',
    title: { zh: '压力机磁盘快满了：{machines}', en: 'Disk almost full on load machines: {machines}' },
    text: {
      zh: '磁盘写满后，执行数据改存内存并继续发送，样本日志和错误样本不再保留；空间不足 64 MiB 时不能启动执行。请清理这些机器的磁盘。',
      en: 'When the disk is full, results are kept in memory and sent, but sample logs and error samples are discarded. With less than 64 MiB left, no run can be started. Free up disk space on these machines.',
    },
  },
  machineFlooded: {
    severity: 'warning',
    title: {
      zh: '压力机发送了过多消息，连接已被断开：{machines}',
      en: 'Disconnected because of too many messages: load machines {machines}',
    },
    text: {
      zh: '该机器的 Agent 在最近 24 小时内发送了大量与其任务无关的消息，服务器断开了连接并让它等待一分钟。请查看该机器上 Agent 的日志；如果不是自己的机器，请吊销它的密钥。',
      en: 'In the last 24 hours, the agent of this machine sent a large number of messages unrelated to its work. The server closed the connection and made it wait for one minute. Check the agent log on the machine. If the machine is not yours, revoke its key.',
    },
  },
  fixedCaptcha: {
    severity: 'warning',
    title: {
      zh: '验证码被设为固定值',
      en: 'The verification code is set to a fixed value',
    },
    text: {
      zh: '环境变量 PONE_CAPTCHA_FIXED 使一个固定的验证码始终有效，程序可以不看图片就尝试登录和注册。它只用于测试：请删除该变量并重启服务器。',
      en: 'The environment variable PONE_CAPTCHA_FIXED makes a fixed verification code always valid, so that programs can try to sign in and register without reading the image. It is intended for tests only. Remove the variable and restart the server.',
    },
  },
  machinesOffline: {
    severity: 'warning',
    title: { zh: '压力机离线：{machines}', en: 'Load machines offline: {machines}' },
    text: {
      zh: '这些压力机处于启用状态但没有连接到服务器，不能承担负载。请启动机器上的 Agent，或在集群管理中停用它们。',
      en: 'These load machines are in service but not connected to the server and cannot drive load. Start their agents, or take them out of service on the Clusters page.',
    },
  },
  machinesOutdated: {
    severity: 'warning',
    title: { zh: '压力机版本落后：{machines}', en: 'Load machines outdated: {machines}' },
    text: {
      zh: 'Agent 的版本低于服务器 {version}，新功能可能不可用。请在下载中心升级。',
      en: 'The agent version is older than the server ({version}); new functions may not be available. Upgrade the agents in the download centre.',
    },
  },
  licenceEnds: {
    severity: 'warning',
    title: { zh: '许可证还有 {days} 天到期', en: 'The licence expires in {days} days' },
    text: {
      zh: '到期后不能启动执行。请安装新的许可证。',
      en: 'After that, no runs can be started. Install a new licence.',
    },
  },
  licenceUnusable: {
    severity: 'error',
    title: { zh: '许可证不可用，不能启动执行', en: 'The licence is not valid; no runs can be started' },
    text: { zh: '请查看原因并安装有效的许可证。', en: 'Check the reason and install a valid licence.' },
  },
  certificateEnds: {
    severity: 'warning',
    title: { zh: '服务器证书将于 {date} 到期', en: 'The server certificate expires on {date}' },
    text: {
      zh: '到期后浏览器和压力机都无法连接。请更换 PONE_TLS_CERT 和 PONE_TLS_KEY 指向的文件，无需重启。',
      en: 'After that, browsers and load machines cannot connect. Replace the files in PONE_TLS_CERT and PONE_TLS_KEY; no restart is required.',
    },
  },
  accountsLocked: {
    severity: 'warning',
    title: { zh: '{count} 个账号已锁定', en: 'Locked accounts: {count}' },
    text: {
      zh: '多次输错密码或由管理员锁定的账号不能登录。可在用户管理中解锁。',
      en: 'Accounts locked after repeated wrong passwords or by an administrator cannot sign in. Unlock them on the Users page.',
    },
  },
  operationsFailed: {
    severity: 'warning',
    title: {
      zh: '近 24 小时有 {count} 个部署操作失败',
      en: 'Deployment operations failed in the last 24 hours: {count}',
    },
    text: {
      zh: '请在部署日志中查看原因并重试。',
      en: 'Check the reason in the deployment log and try again.',
    },
  },
  registrationsWaiting: {
    severity: 'warning',
    title: {
      zh: '{count} 个注册的账号等待批准',
      en: 'Accounts pending approval: {count}',
    },
    text: {
      zh: '申请人在批准之前不能登录。请在用户管理中批准或拒绝。',
      en: 'They cannot sign in before approval. Approve or reject them on the Users page.',
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
