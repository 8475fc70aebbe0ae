/** The environment variables that processes with users' components can read: the names listed here, nothing else. */

/** System, languages, certificates, whether to warm up, and variables that administrators set for the tool function env. */
const general =
  /^(PATH|HOME|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|UV_THREADPOOL_SIZE|PONE_AGENT_WARM_UP|PONE_ENV_.*)$/
const java = /^(JAVA_HOME|JMETER_HOME|JAVA_OPTS|JVM_ARGS|HEAP|LD_LIBRARY_PATH)$/

/** For engine processes. Tokens, keys and addresses of databases have other names, whatever these are. */
export const childEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => only(env, [general])

/** For processes that start Java. */
export const javaEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => only(env, [general, java])

const only = (env: NodeJS.ProcessEnv, allowed: readonly RegExp[]): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => allowed.some(pattern => pattern.test(name))))
