/**
 * Answers the requests of a `reusableProcess`, in the process that it starts. If the service stops in
 * the meantime, the process ends without a message: nobody waits for the answer.
 */
export function answerRequests<Request, Result>(
  answer: (request: Request) => Result | Promise<Result>,
): void {
  process.on('message', async (request: Request) => {
    // Without a callback, a closed channel would be an uncaught error.
    process.send?.(await answer(request), () => {});
  });
  process.on('disconnect', () => process.exit());
}
