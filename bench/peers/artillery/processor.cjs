// Tells Artillery's users when the load is over.
const endAt = Date.now() + Number(process.env.BENCH_SECONDS) * 1_000

module.exports = {
  isGoingOn(_context, done) {
    done(Date.now() < endAt)
  },
}
