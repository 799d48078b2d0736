import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { printExamples } from './examples.js';
import { setUp } from './set-up.js';

const app = setUp(await NestFactory.create(AppModule));
const port = Number(process.env.PORT || 3000);
await app.listen(port);
printExamples(`http://localhost:${port}`);
