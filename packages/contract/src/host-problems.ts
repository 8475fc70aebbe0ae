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
    en: 'the network is unreachable; check address and routing',
  },
  refused: {
    zh: '连接被拒绝，请检查 SSH 端口和 sshd 是否运行',
    en: 'the connection was refused; check the SSH port and whether sshd is running',
  },
  sshTimeout: {
    zh: '主机没有及时响应，请检查地址、端口和防火墙',
    en: 'the host did not respond in time; check address, port and firewall',
  },
  wrongCredential: { zh: '用户名、密码或密钥不正确', en: 'user name, password or key is not correct' },
  badKey: {
    zh: '私钥无法读取，请检查私钥内容和口令',
    en: 'the private key cannot be read; check the key and its passphrase',
  },
  credentialLost: {
    zh: '没有可用的登录凭据，请重新填写密码或私钥',
    en: 'no credentials are available; enter the password or private key again',
  },
  hostKeyNew: {
    zh: '主机密钥尚未确认，请先测试连接并核对指纹',
    en: 'the host key has not been confirmed; test the connection and compare the fingerprint first',
  },
  hostKeyChanged: {
    zh: '主机密钥与已确认的不一致，可能遭到冒充；确认无误后由管理员重新信任',
    en: 'the host key differs from the confirmed key, possibly another machine is impersonating the host; an administrator can trust the new key after checking',
  },
  sshBroken: { zh: 'SSH 连接中断', en: 'the SSH connection was interrupted' },
  noSsh: { zh: '该主机没有配置 SSH', en: 'SSH is not configured for this host' },
  sudoRefused: {
    zh: 'sudo 被拒绝，请检查该用户的 sudo 权限',
    en: 'sudo was refused; check the sudo permissions of the user',
  },
  systemFolder: {
    zh: 'Agent 的安装路径是系统目录，请在部署配置中换成独立的目录，例如 /opt/pone-agent',
    en: 'the agent installation path is a system folder; change it to a separate folder in the deployment settings, for example /opt/pone-agent',
  },
  foreignFolder: {
    zh: 'Agent 的安装路径已被其他程序占用，请在部署配置中换一个空目录或新目录',
    en: 'the agent installation path is used by another program; change it to an empty or new folder in the deployment settings',
  },
  folderNotWritable: {
    zh: 'Agent 的安装路径不可写，请换一个目录，或使用有权限的账号或 sudo',
    en: 'the agent installation path is not writable; change the folder, or use an account with permission or sudo',
  },
  sameMachine: {
    zh: '该机器已作为另一台主机部署了 Agent，请使用那台主机，或先在那里卸载',
    en: 'an agent of another host is already deployed on this machine; use that host, or uninstall the agent there first',
  },
  tokenRefused: {
    zh: '服务器拒绝了 Agent 的接入令牌（令牌错误、已吊销或已过期），或该机器的密钥已被吊销；安装已撤销，请重试，若是密钥被吊销请先在集群管理中恢复',
    en: 'the server refused the join token of the agent (wrong, revoked or expired), or the key of this machine was revoked; the installation was rolled back. Try again; if the key was revoked, delete the load machine on the Clusters page first',
  },
  agentOffline: { zh: 'Agent 离线，请先启动', en: 'the agent is offline; start it first' },
  agentMissing: { zh: '主机上没有 Agent，请先安装', en: 'the host has no agent; install it first' },
  neverJoined: {
    zh: 'Agent 没有连上服务器，请检查服务器地址和防火墙',
    en: 'the agent could not connect to the server; check the server address and the firewall',
  },
  noPackage: {
    zh: '安装包不存在，请先在下载中心上传',
    en: 'the package does not exist; upload it in the download centre first',
  },
  noJava: {
    zh: '主机没有 Java，请先安装 Java',
    en: 'Java is not installed on the host; install Java first',
  },
  notInstalled: { zh: '尚未安装', en: 'not installed' },
  noProcess: { zh: '所选的 Java 进程不存在', en: 'the selected Java process does not exist' },
  otherAccount: {
    zh: '该进程属于其他账号，Arthas 只能附加到与 Agent 同一账号的进程',
    en: 'the process belongs to another account; Arthas can only attach to processes of the account that runs the agent',
  },
  unsupportedSystem: {
    zh: '不支持该系统，需要 Linux（glibc 2.28 及以上，x64 或 arm64）',
    en: 'this system is not supported; Linux with glibc 2.28 or later on x64 or arm64 is required',
  },
  diskFull: { zh: '磁盘空间不足', en: 'not enough disk space' },
  download: { zh: '安装包下载失败', en: 'The package could not be downloaded' },
  checksum: { zh: '安装包校验和不一致', en: 'the checksum of the package does not match' },
  badPackage: { zh: '安装包内容不可用', en: 'the contents of the package are not valid' },
  health: { zh: '安装后自检失败', en: 'the self-test after the installation failed' },
  script: { zh: '安装脚本失败', en: 'the installation script failed' },
  timeout: { zh: '超时', en: 'timed out' },
  inUse: { zh: '正在使用', en: 'in use' },
  cancelled: { zh: '已取消', en: 'cancelled' },
  interrupted: {
    zh: '多次被服务器重启打断，请重试',
    en: 'interrupted repeatedly by server restarts; try again',
  },
  unexpected: { zh: '发生意外错误', en: 'an unexpected error occurred' },
} as const satisfies Readonly<Record<HostProblem, Bilingual>>
