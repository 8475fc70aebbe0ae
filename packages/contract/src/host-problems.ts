/** What went wrong with a host or an operation on it, and what to do, in both languages. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { HostProblem } from './entities/host.ts'

export const hostProblemTexts = {
  nameUnknown: {
    zh: '主机名无法解析，请检查地址',
    en: 'the host name cannot be resolved; check the address',
  },
  noRoute: {
    zh: '网络不可达，请检查地址和路由',
    en: 'there is no route to the host; check address and network',
  },
  refused: {
    zh: '连接被拒绝，请检查 SSH 端口和 sshd 是否运行',
    en: 'the connection was refused; check the SSH port, and whether sshd runs',
  },
  sshTimeout: {
    zh: '主机没有及时响应，请检查地址、端口和防火墙',
    en: 'the host did not answer in time; check address, port and firewall',
  },
  wrongCredential: { zh: '用户名、密码或密钥不正确', en: 'user, password or key are wrong' },
  badKey: {
    zh: '私钥无法读取，请检查私钥内容和口令',
    en: 'the private key cannot be read; check it and its passphrase',
  },
  credentialLost: {
    zh: '没有可用的登录凭据，请重新填写密码或私钥',
    en: 'there is no usable credential; enter the password or key again',
  },
  hostKeyNew: {
    zh: '主机密钥尚未确认，请先测试连接并核对指纹',
    en: 'the host key has not been confirmed; test the connection and compare the fingerprint first',
  },
  hostKeyChanged: {
    zh: '主机密钥与已确认的不一致，可能遭到冒充；确认无误后由管理员重新信任',
    en: 'the host key differs from the confirmed one: somebody may be posing as the host; an administrator can trust the new one',
  },
  sshBroken: { zh: 'SSH 连接中断', en: 'the SSH connection broke' },
  noSsh: { zh: '该主机没有配置 SSH', en: 'the host has no SSH access' },
  sudoRefused: {
    zh: 'sudo 被拒绝，请检查该用户的 sudo 权限',
    en: 'sudo was refused; check what this user may do',
  },
  systemFolder: {
    zh: 'Agent 的安装路径是系统目录，请在部署配置中换成独立的目录，例如 /opt/pone-agent',
    en: 'the install path of the agent is a folder of the system; set one of its own, such as /opt/pone-agent',
  },
  foreignFolder: {
    zh: 'Agent 的安装路径已被其他程序占用，请在部署配置中换一个空目录或新目录',
    en: 'the install path of the agent holds files of another program; set an empty or a new folder',
  },
  folderNotWritable: {
    zh: 'Agent 的安装路径不可写，请换一个目录，或使用有权限的账号或 sudo',
    en: 'the install path of the agent cannot be written; set another folder, or use an account or sudo that may write it',
  },
  sameMachine: {
    zh: '该机器已作为另一台主机部署了 Agent，请使用那台主机，或先在那里卸载',
    en: 'this machine has the agent of another host already; use that host, or uninstall the agent there first',
  },
  tokenRefused: {
    zh: '服务器拒绝了 Agent 的接入令牌（令牌错误、已吊销或已过期），或该机器的密钥已被吊销；安装已撤销，请重试，若是密钥被吊销请先在集群管理中恢复',
    en: 'the server refused the join token of the agent (wrong, revoked or expired), or the key of this machine was revoked; the installation was taken back: try again, and for a revoked key remove the machine in cluster management first',
  },
  agentOffline: { zh: 'Agent 离线，请先启动', en: 'the agent is offline; start it first' },
  agentMissing: { zh: '主机上没有 Agent，请先安装', en: 'the host has no agent; install it first' },
  neverJoined: {
    zh: 'Agent 没有连上服务器，请检查服务器地址和防火墙',
    en: 'the agent has not reached the server; check the server address and the firewall',
  },
  noPackage: {
    zh: '安装包不存在，请先在下载中心上传',
    en: 'packages do not exist; upload one in the download centre',
  },
  noJava: {
    zh: '主机没有 Java，请先安装 Java',
    en: 'the host has no Java, which this tool needs; install it first',
  },
  notInstalled: { zh: '尚未安装', en: 'it is not installed' },
  noProcess: { zh: '所选的 Java 进程不存在', en: 'the chosen Java process is not there' },
  otherAccount: {
    zh: '该进程属于其他账号，Arthas 只能附加到与 Agent 同一账号的进程',
    en: 'the process belongs to another account; Arthas attaches only to those of the account that runs the agent',
  },
  unsupportedSystem: {
    zh: '不支持该系统，需要 Linux（glibc 2.28 及以上，x64 或 arm64）',
    en: 'this system is not supported; it takes Linux with glibc 2.28 or newer on x64 or arm64',
  },
  diskFull: { zh: '磁盘空间不足', en: 'the disk is full' },
  download: { zh: '安装包下载失败', en: 'the package could not be fetched' },
  checksum: { zh: '安装包校验和不一致', en: 'the checksum of the package is wrong' },
  badPackage: { zh: '安装包内容不可用', en: 'the package is not usable' },
  health: { zh: '安装后自检失败', en: 'the tool does not work' },
  script: { zh: '安装脚本失败', en: 'the installation script failed' },
  timeout: { zh: '超时', en: 'it took too long' },
  inUse: { zh: '正在使用', en: 'it is in use' },
  cancelled: { zh: '已取消', en: 'it was cancelled' },
  interrupted: {
    zh: '多次被服务器重启打断，请重试',
    en: 'it was interrupted by restarts of the server again and again; try once more',
  },
  unexpected: { zh: '发生意外错误', en: 'something unexpected happened' },
} as const satisfies Readonly<Record<HostProblem, Bilingual>>
